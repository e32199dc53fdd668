import type { Task } from '@steward/contract/tasks/tasks'
import { textOf } from '../../api/read.ts'
import type { Deletable } from '../../shared/records/deletable.ts'

/** Tasks, as they are deleted. */
export const taskDeletion: Deletable<Task> = {
  area: 'tasks',
  name: (task) => textOf(task.title) ?? 'Untitled task',
}
