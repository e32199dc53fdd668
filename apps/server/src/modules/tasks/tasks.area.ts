import { areas } from '@steward/contract/areas'
import { listings } from '@steward/contract/listings'
import type { Task } from '@steward/contract/tasks'
import * as field from '../../import/fields.ts'
import { defineArea } from '../area.ts'
import { bulkUpdate, decideStatus } from '../bulk.ts'
import { number, recordColumns, text, time } from '../export-columns.ts'
import { updating } from '../revert.ts'
import { type AboutColumns, aboutColumns } from './tasks.about.ts'
import { taskDeletion } from './tasks.deletion.ts'
import { type TaskRow, taskConditions, taskListing } from './tasks.store.ts'
import { taskView } from './tasks.view.ts'

const { statuses, filters } = listings.tasks

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
  columns: {
    ...recordColumns,
    title: text('Title', (task) => task.title),
    description: text('Description', (task) => task.description),
    assignee: text('Assignee', (task) => task.assignee?.name),
    dueAt: time('Due', (task) => task.dueAt),
    priority: text('Priority', (task) => task.priority),
    status: text('Status', (task) => task.status),
    // A file is made for whoever gets it; what the record is called, not each of them may know.
    about: text('About', (task) => task.about && areas[task.about.area].title),
    commentCount: number('Comments', (task) => task.commentCount),
  },
  imports: {
    tasks: {
      table: 'tasks',
      fields: {
        title: { reader: field.line, column: 'title', required: true },
        description: { reader: field.long, column: 'description' },
        assignee: { reader: field.person(), column: 'assignee_id' },
        dueAt: { reader: field.time, column: 'due_at' },
        priority: {
          reader: field.choice(filters.priority),
          column: 'priority',
          fallback: 'normal',
        },
        status: { reader: field.choice(statuses), column: 'status', fallback: 'todo' },
        ...field.dated,
      },
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
