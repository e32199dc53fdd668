import { areas } from '@steward/contract/areas/areas'
import { listings } from '@steward/contract/areas/listings'
import type { Task } from '@steward/contract/tasks/tasks'
import { taskFields } from '@steward/contract/tasks/tasks.fields'
import { defineArea } from '../records/area.ts'
import { bulkUpdate, decideStatus } from '../records/bulk.ts'
import { exportColumnsOf, importFieldsOf } from '../records/files.ts'
import { updating } from '../records/revert.ts'
import { type AboutColumns, aboutColumns } from './tasks.about.ts'
import { taskDeletion } from './tasks.deletion.ts'
import { type TaskRow, taskConditions, taskListing } from './tasks.store.ts'
import { taskView } from './tasks.view.ts'

const { statuses } = listings.tasks

/** What a task was about is told to whoever puts it back, as to whoever says so anew. */
const mayPutBack: Parameters<typeof updating<'tasks'>>[1] = async (at, task, columns) => {
  // Of two records of one area, an entry tells the ids alone.
  const { about_area, about_id }: Partial<AboutColumns> = { ...task, ...columns }
  const about = about_area && about_id ? { area: about_area, _id: about_id } : null
  await aboutColumns(at.writing.tx, at.session, about, task)
}

/** Tasks, as exports and imports know them. */
export const tasksArea = defineArea<'tasks', TaskRow, Task>('tasks', {
  listing: taskListing,
  conditions: (query, staff) => taskConditions(query, staff),
  view: (row) => taskView(row),
  columns: exportColumnsOf<Task>(taskFields, {
    // A file is made for whoever gets it; what the record is called, not each of them may know.
    about: (task) => task.about && areas[task.about.area].title,
  }),
  imports: {
    tasks: {
      table: 'tasks',
      fields: importFieldsOf(taskFields, statuses),
    },
  },
  bulk: {
    ...taskDeletion.actions,
    status: bulkUpdate({
      table: 'tasks',
      what: 'task',
      name: (row) => row.title,
      decide: decideStatus('task'),
      patch: (status) => ({ status: status as Task['status'] }),
    }),
  },
  revert: { ...taskDeletion.revert, update: updating('tasks', mayPutBack) },
})
