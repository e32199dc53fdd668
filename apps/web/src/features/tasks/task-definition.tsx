import { importNeeds } from '@steward/contract/imports/imports.routes'
import { taskFields } from '@steward/contract/tasks/tasks.fields'
import { msg } from '@steward/i18n/reader'
import type { Task } from '../../api/answers/records.ts'
import { lists } from '../../shared/lists/lists.ts'
import { defineList } from '../../ui/list/screen/define-list.tsx'
import { flagChoices, isoText } from '../../ui/list/table/columns.tsx'
import { columnsFor } from '../../ui/list/table/field-columns.tsx'
import { TaskMenu } from './task-actions.tsx'
import { CommentCount, DueCell, dueWords, isOverdue } from './task-cells.tsx'
import { tasks } from './tasks.ts'

export const taskDefinition = defineList<Task>(taskFields, {
  list: lists.tasks,
  imports: { what: 'tasks', needs: [importNeeds.tasks] },
  exports: 'tasks',
  columns: columnsFor<Task>(taskFields, {
    title: { width: 320, least: 240, lines: 2 },
    assignee: { priority: 5 },
    dueAt: {
      key: 'due',
      label: msg('Due'),
      width: 210,
      most: 260,
      planned: true,
      sortName: msg('due date'),
      priority: 2,
      named: true,
      cell: (task) => <DueCell task={task} />,
      text: (task) => isoText(task.dueAt),
      shown: dueWords,
    },
    priority: {
      priority: 3,
      descending: true,
      sortEnds: [msg('least urgent first'), msg('most urgent first')],
      card: 'field',
    },
    status: {},
    commentCount: {
      key: 'comments',
      label: msg('Comments'),
      width: 100,
      align: 'end',
      priority: 5,
      cell: (task) => <CommentCount value={task.commentCount} />,
      // Most tasks have none, and a column of noughts would say it in every row.
      text: (task) => String((task.commentCount ?? null) || ''),
    },
    createdAt: { priority: 6 },
  }),
  actions: (task) => <TaskMenu record={task} />,
  filters: {
    status: {},
    priority: {},
    overdue: {
      looksAt: 'dueAt',
      choices: flagChoices(msg('Overdue'), msg('Not overdue')),
      passes: (task, values) => values.includes(String(isOverdue(task, Date.now()))),
    },
    assignee: {},
    about: { nameIn: (task) => task.about?.title ?? null },
  },
  ranks: { priority: taskFields.priority.choices },
  title: tasks.name,
})
