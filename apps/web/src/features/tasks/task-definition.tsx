import { areas } from '@steward/contract/areas'
import { importNeeds } from '@steward/contract/imports.routes'
import type { Task } from '@steward/contract/tasks'
import { referenceOf } from '../../api/read.ts'
import { lists } from '../../shared/list/lists.ts'
import { DeletionMenu } from '../../shared/records/deletion-actions.tsx'
import {
  actionsColumn,
  choicesOf,
  isoText,
  personColumn,
  statusColumn,
  textColumn,
  timeColumn,
} from '../../ui/list/columns.tsx'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { DueCell } from './due-cell.tsx'
import { isOverdue } from './overdue.ts'
import { taskDeletion } from './task-deletion.ts'

const { priority: priorities } = areas.tasks.filters

/** The task list. */
export const taskDefinition: ListDefinition<Task> = {
  list: lists.tasks,
  imports: { what: 'tasks', needs: [importNeeds.tasks] },
  exports: { area: 'tasks', columns: { due: 'dueAt', created: 'createdAt' } },
  searchHint: 'Search by title',
  searched: (task) => [task.title],
  columns: [
    textColumn('title', 'Title', (task) => task.title, { width: 320, sort: 'title' }),
    personColumn('assignee', 'Assignee', (task) => task.assignee),
    {
      key: 'due',
      label: 'Due',
      width: 210,
      sort: 'dueAt',
      cell: (task) => <DueCell task={task} />,
      text: (task) => isoText(task.dueAt),
    },
    statusColumn('priority', 'Priority', (task) => task.priority, {
      width: 110,
      sort: 'priority',
      descending: true,
      card: 'field',
    }),
    statusColumn('status', 'Status', (task) => task.status, { width: 120 }),
    timeColumn('created', 'Created', (task) => task.createdAt, { sort: 'createdAt' }),
    actionsColumn((task) => <DeletionMenu of={taskDeletion} record={task} />),
  ],
  filters: [
    {
      kind: 'choices',
      key: 'status',
      label: 'Status',
      choices: choicesOf(areas.tasks.statuses),
    },
    { kind: 'choices', key: 'priority', label: 'Priority', choices: choicesOf(priorities) },
    {
      kind: 'flag',
      key: 'overdue',
      looksAt: 'dueAt',
      label: 'Time',
      yes: 'Overdue',
      no: 'Not overdue',
      passes: (task, values) => values.includes(String(isOverdue(task, Date.now()))),
    },
    {
      kind: 'id',
      key: 'assignee',
      label: 'Assignee',
      nameIn: (task) => referenceOf(task.assignee)?.name ?? null,
    },
  ],
  ranks: { priority: priorities },
  title: taskDeletion.name,
}
