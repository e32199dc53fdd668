import {
  commonFields,
  counted,
  type Fields,
  optional,
  ranked,
  statusField,
} from '../areas/field.ts'

export const billFields = {
  number: {
    label: 'Number',
    kind: 'line',
    editable: true,
    sortable: true,
    searchable: true,
    importable: 'generated',
  },
  title: { label: 'Title', kind: 'line', editable: 'required', searchable: true },
  payer: {
    label: 'Payer',
    kind: 'namedPerson',
    editable: 'required',
    filterable: true,
    searchable: true,
  },
  amount: { label: 'Amount', kind: 'money', editable: 'required', ...ranked, searchable: true },
  currency: {
    label: 'Currency',
    kind: 'currency',
    editable: 'required',
    ...counted,
    importable: true,
  },
  status: { ...statusField, importable: { default: 'draft' } },
  issuedAt: { label: 'Issued', kind: 'day', ...optional, filterable: 'unindexed' },
  dueAt: { label: 'Due', kind: 'day', ...optional, ...ranked },
  paidAt: { label: 'Paid', kind: 'time', ...optional, filterable: true },
  notes: { label: 'Notes', kind: 'note', ...optional },
  ...commonFields,
} as const satisfies Fields
