import type { Db } from '../../db/connection.ts'
import type { Handlers } from '../../http/routes.ts'
import type { Pasts } from '../time-travel.service.ts'
import { pollDeletion } from './polls.deletion.ts'
import { listPolls } from './polls.store.ts'
import { pollView } from './polls.view.ts'

/** Polls and surveys (specification section 7, Other areas). */
export function pollsHandlers(
  db: Db,
  pasts: Pasts,
): Handlers<`polls.${'list' | 'delete' | 'restore' | 'purge'}`> {
  return {
    'polls.list': async ({ query }) => {
      const { rows, pagination } = await pasts.read('polls', query.asOf, (view) =>
        listPolls(view, query),
      )
      return { data: rows.map(pollView), pagination }
    },
    ...pollDeletion.handlers(db),
  }
}
