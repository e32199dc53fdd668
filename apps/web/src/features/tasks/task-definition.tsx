import { importNeeds } from '@steward/contract/imports/imports.routes'
import { taskFields } from '@steward/contract/tasks/tasks.fields'
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
      label: 'Due',
      width: 210,
      most: 260,
      planned: true,
      sortName: 'due date',
      priority: 2,
      named: true,
      cell: (task) => <DueCell task={task} />,
      text: (task) => isoText(task.dueAt),
      shown: dueWords,
    },
    priority: {
      priority: 3,
      descending: true,
      sortEnds: ['least urgent first', 'most urgent first'],
      card: 'field',
    },
    status: {},
    commentCount: {
      key: 'comments',
      label: 'Comments',
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
      choices: flagChoices('Overdue', 'Not overdue'),
      passes: (task, values) => values.includes(String(isOverdue(task, Date.now()))),
    },
    assignee: {},
    about: { nameIn: (task) => task.about?.title ?? null },
  },
  ranks: { priority: taskFields.priority.choices },
  title: tasks.name,
})
