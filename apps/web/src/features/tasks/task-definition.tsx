import { areas } from '@steward/contract/areas'
import { importNeeds } from '@steward/contract/imports.routes'
import type { Task } from '@steward/contract/tasks'
import { numberOf, referenceOf, textOf } from '../../api/read.ts'
import { lists } from '../../shared/list/lists.ts'
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
import { CommentCount } from './comment-count.tsx'
import { DueCell, dueWords } from './due-cell.tsx'
import { isOverdue } from './overdue.ts'
import { TaskMenu } from './task-actions.tsx'
import { taskDeletion } from './task-deletion.ts'

const { priority: priorities } = lists.tasks.filters

/** The task list. */
export const taskDefinition: ListDefinition<Task> = {
  list: lists.tasks,
  imports: { what: 'tasks', needs: [importNeeds.tasks] },
  exports: {
    area: 'tasks',
    columns: { due: 'dueAt', created: 'createdAt', comments: 'commentCount' },
  },
  searchHint: 'Search title, assignee',
  searched: (task) => [task.title, referenceOf(task.assignee)?.name],
  columns: [
    textColumn('title', 'Title', (task) => task.title, {
      width: 320,
      least: 240,
      lines: 2,
      sort: 'title',
    }),
    personColumn('assignee', 'Assignee', (task) => task.assignee, { priority: 5 }),
    {
      key: 'due',
      label: 'Due',
      width: 210,
      most: 260,
      priority: 2,
      named: true,
      sort: 'dueAt',
      cell: (task) => <DueCell task={task} />,
      text: (task) => isoText(task.dueAt),
      shown: dueWords,
    },
    statusColumn('priority', 'Priority', (task) => task.priority, {
      sort: 'priority',
      priority: 3,
      descending: true,
      card: 'field',
    }),
    statusColumn('status', 'Status', (task) => task.status),
    {
      key: 'comments',
      label: 'Comments',
      width: 100,
      align: 'end',
      priority: 5,
      cell: (task) => <CommentCount value={task.commentCount} />,
      // Most tasks have none, and a column of noughts would say it in every row.
      text: (task) => String(numberOf(task.commentCount) || ''),
    },
    timeColumn('created', 'Created', (task) => task.createdAt, {
      sort: 'createdAt',
      priority: 6,
    }),
    actionsColumn((task) => <TaskMenu task={task} />),
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
    { kind: 'id', key: 'about', label: 'About', nameIn: (task) => textOf(task.about?.title) },
  ],
  ranks: { priority: priorities },
  title: taskDeletion.name,
}
