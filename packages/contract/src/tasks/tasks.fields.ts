import { commonFields, type Fields } from '../areas/field.ts'

export const taskFields = {
  title: { label: 'Title', kind: 'line', editable: 'required', sortable: true, searchable: true },
  description: { label: 'Description', kind: 'note', nullable: true, editable: true },
  assignee: {
    label: 'Assignee',
    kind: 'person',
    nullable: true,
    editable: true,
    filterable: true,
    searchable: true,
  },
  dueAt: {
    label: 'Due',
    kind: 'time',
    nullable: true,
    editable: true,
    sortable: true,
    filterable: true,
  },
  overdue: { label: 'Time', kind: 'flag', filterable: true, virtual: true },
  priority: {
    label: 'Priority',
    kind: 'choice',
    // In ascending order, by which the list sorts.
    choices: ['low', 'normal', 'high', 'urgent'],
    editable: true,
    sortable: true,
    filterable: true,
    importable: { default: 'normal' },
  },
  status: {
    label: 'Status',
    kind: 'status',
    editable: true,
    filterable: true,
    importable: { default: 'todo' },
  },
  about: { label: 'About', kind: 'record', editable: true, filterable: true, importable: false },
  commentCount: { label: 'Comments', kind: 'count' },
  ...commonFields,
} as const satisfies Fields
