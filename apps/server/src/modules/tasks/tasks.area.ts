import { areas } from '@steward/contract/areas'
import type { Task } from '@steward/contract/tasks'
import * as field from '../../import/fields.ts'
import { defineArea } from '../area.ts'
import { recordColumns, text, time } from '../export-columns.ts'
import { taskDeletion } from './tasks.deletion.ts'
import { type TaskRow, taskConditions, taskListing } from './tasks.store.ts'
import { taskView } from './tasks.view.ts'

const { statuses, filters } = areas.tasks

/** Tasks, as exports and imports know them. */
export const tasksArea = defineArea<'tasks', TaskRow, Task>('tasks', {
  listing: taskListing,
  conditions: (query) => taskConditions(query),
  view: taskView,
  columns: {
    ...recordColumns,
    title: text('Title', (task) => task.title),
    description: text('Description', (task) => task.description),
    assignee: text('Assignee', (task) => task.assignee?.name),
    dueAt: time('Due', (task) => task.dueAt),
    priority: text('Priority', (task) => task.priority),
    status: text('Status', (task) => task.status),
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
  bulk: taskDeletion.actions,
  revert: taskDeletion.revert,
})
