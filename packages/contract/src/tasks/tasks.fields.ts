import {
  commonFields,
  counted,
  type Fields,
  optional,
  ranked,
  statusField,
} from '../areas/field.ts'

export const taskFields = {
  title: { label: 'Title', kind: 'line', editable: 'required', sortable: true, searchable: true },
  description: { label: 'Description', kind: 'note', ...optional },
  assignee: { label: 'Assignee', kind: 'person', ...optional, filterable: true, searchable: true },
  dueAt: { label: 'Due', kind: 'time', ...optional, ...ranked },
  overdue: { label: 'Time', kind: 'flag', filterable: true, virtual: true, tells: ['dueAt'] },
  priority: {
    label: 'Priority',
    kind: 'choice',
    // In ascending order, by which the list sorts.
    choices: ['low', 'normal', 'high', 'urgent'],
    editable: true,
    sortable: true,
    ...counted,
    importable: { default: 'normal' },
  },
  status: { ...statusField, importable: { default: 'todo' } },
  about: { label: 'About', kind: 'record', editable: true, filterable: true, importable: false },
  commentCount: { label: 'Comments', kind: 'count' },
  ...commonFields,
} as const satisfies Fields
