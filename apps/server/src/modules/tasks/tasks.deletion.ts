import { deletionOf } from '../records/deletion.ts'
import { type TaskRow, taskListing } from './tasks.store.ts'
import { taskView } from './tasks.view.ts'

/** Deleting tasks and bringing them back. */
export const taskDeletion = deletionOf({
  area: 'tasks',
  table: 'tasks',
  listing: taskListing,
  view: taskView,
  name: (task) => task.title,
  deleted: (task: TaskRow) => `“${task.title}” deleted.`,
  restored: (task) => `“${task.title}” restored.`,
})
