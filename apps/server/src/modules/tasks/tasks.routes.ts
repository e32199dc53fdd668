import type { Db } from '../../db/connection.ts'
import type { Handlers } from '../../http/routes.ts'
import { taskDeletion } from './tasks.deletion.ts'
import { listTasks } from './tasks.store.ts'
import { taskView } from './tasks.view.ts'

/** Tasks (specification section 7, Other areas). */
export function tasksHandlers(
  db: Db,
): Handlers<`tasks.${'list' | 'delete' | 'restore' | 'purge'}`> {
  return {
    'tasks.list': async ({ query }) => {
      const { rows, pagination } = await listTasks(db, query)
      return { data: rows.map(taskView), pagination }
    },
    ...taskDeletion.handlers(db),
  }
}
