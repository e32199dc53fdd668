import type { Db } from '../../db/connection.ts'
import type { Handlers } from '../../http/routes.ts'
import type { Pasts } from '../time-travel.service.ts'
import { eventDeletion } from './events.deletion.ts'
import { listEvents } from './events.store.ts'
import { eventView } from './events.view.ts'

/** Events (specification section 7, Other areas). */
export function eventsHandlers(
  db: Db,
  pasts: Pasts,
): Handlers<`events.${'list' | 'delete' | 'restore' | 'purge'}`> {
  return {
    'events.list': async ({ query }) => {
      const { rows, pagination } = await pasts.read('events', query.asOf, (view) =>
        listEvents(view, query),
      )
      return { data: { events: rows.map(eventView), pagination } }
    },
    ...eventDeletion.handlers(db),
  }
}
