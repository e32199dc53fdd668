import type { Db } from '../../db/connection.ts'
import type { Handlers } from '../../http/routes.ts'
import type { Pasts } from '../time-travel.service.ts'
import { taskDeletion } from './tasks.deletion.ts'
import { listTasks } from './tasks.store.ts'
import { taskView } from './tasks.view.ts'

/** Tasks (specification section 7, Other areas). */
export function tasksHandlers(
  db: Db,
  pasts: Pasts,
): Handlers<`tasks.${'list' | 'delete' | 'restore' | 'purge'}`> {
  return {
    'tasks.list': async ({ query }) => {
      const { rows, pagination } = await pasts.read('tasks', query.asOf, (view) =>
        listTasks(view, query),
      )
      return { data: rows.map(taskView), pagination }
    },
    ...taskDeletion.handlers(db),
  }
}
