import type { Task } from '@steward/contract/tasks/tasks'
import { taskFields } from '@steward/contract/tasks/tasks.fields'
import type { Staff } from '../../http/session.ts'
import { viewOf } from '../records/view.ts'
import { aboutView } from './tasks.about.ts'
import type { TaskRow } from './tasks.store.ts'

const ownFields = viewOf<TaskRow, Omit<Task, 'about'>>(taskFields, {
  version: (row) => row.version,
})

/**
 * A task as the contract has it.
 * @param reader who it is for; unless given, only the area of what it is about is shown
 */
export const taskView = (row: TaskRow, reader?: Pick<Staff, 'permissions'>): Task => ({
  ...ownFields(row),
  about: aboutView(row, reader),
})
