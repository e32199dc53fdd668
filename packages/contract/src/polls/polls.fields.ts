import { commonFields, type Fields } from '../areas/field.ts'

/** The fields of a poll, which has one question, or of a survey, which has several. */
export const pollFields = {
  kind: {
    label: 'Kind',
    kind: 'choice',
    choices: ['poll', 'survey'],
    editable: true,
    filterable: true,
    importable: { default: 'poll' },
  },
  title: { label: 'Title', kind: 'line', editable: 'required', sortable: true, searchable: true },
  description: { label: 'Description', kind: 'note', nullable: true, editable: true },
  author: {
    label: 'Author',
    kind: 'person',
    nullable: true,
    filterable: 'unindexed',
    importable: true,
  },
  questions: { label: 'Questions', kind: 'other', editable: 'required', importable: false },
  responseCount: {
    label: 'Responses',
    kind: 'count',
    sortable: true,
    filterable: true,
    importable: { default: 0 },
  },
  opensAt: {
    label: 'Opens',
    kind: 'time',
    nullable: true,
    editable: true,
    filterable: 'unindexed',
  },
  closesAt: {
    label: 'Closes',
    kind: 'time',
    nullable: true,
    editable: true,
    sortable: true,
    filterable: true,
  },
  status: {
    label: 'Status',
    kind: 'status',
    editable: true,
    filterable: true,
    importable: { default: 'open' },
  },
  ...commonFields,
} as const satisfies Fields
