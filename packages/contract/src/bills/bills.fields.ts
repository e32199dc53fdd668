import { commonFields, type Fields } from '../areas/field.ts'

/** The fields of a bill. */
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
  amount: {
    label: 'Amount',
    kind: 'money',
    editable: 'required',
    sortable: true,
    filterable: true,
    searchable: true,
  },
  currency: {
    label: 'Currency',
    kind: 'currency',
    editable: 'required',
    filterable: true,
    importable: true,
  },
  status: {
    label: 'Status',
    kind: 'status',
    editable: true,
    filterable: true,
    importable: { default: 'draft' },
  },
  issuedAt: {
    label: 'Issued',
    kind: 'day',
    nullable: true,
    editable: true,
    filterable: 'unindexed',
  },
  dueAt: {
    label: 'Due',
    kind: 'day',
    nullable: true,
    editable: true,
    sortable: true,
    filterable: true,
  },
  paidAt: { label: 'Paid', kind: 'time', nullable: true, editable: true, filterable: true },
  notes: { label: 'Notes', kind: 'note', nullable: true, editable: true },
  ...commonFields,
} as const satisfies Fields
