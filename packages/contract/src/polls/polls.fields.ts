import {
  commonFields,
  counted,
  type Fields,
  optional,
  ranked,
  statusField,
  tally,
} from '../areas/field.ts'

/** The fields of a poll, which has one question, or of a survey, which has several. */
export const pollFields = {
  kind: {
    label: 'Kind',
    kind: 'choice',
    choices: ['poll', 'survey'],
    editable: true,
    ...counted,
    importable: { default: 'poll' },
  },
  title: { label: 'Title', kind: 'line', editable: 'required', sortable: true, searchable: true },
  description: { label: 'Description', kind: 'note', ...optional },
  author: {
    label: 'Author',
    kind: 'person',
    nullable: true,
    filterable: 'unindexed',
    importable: true,
  },
  questions: { label: 'Questions', kind: 'other', editable: 'required', importable: false },
  responseCount: { label: 'Responses', ...tally },
  opensAt: { label: 'Opens', kind: 'time', ...optional, filterable: 'unindexed' },
  closesAt: { label: 'Closes', kind: 'time', ...optional, ...ranked },
  // It follows from the times, so that no counter has it.
  status: { ...statusField, filterable: true, importable: { default: 'open' } },
  ...commonFields,
} as const satisfies Fields
