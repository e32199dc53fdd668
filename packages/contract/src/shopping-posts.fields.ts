import { commonFields, type Fields } from './field.ts'

/** The fields of a shopping post. */
export const shoppingPostFields = {
  title: {
    label: 'Title',
    kind: 'line',
    sortable: true,
    searchable: true,
    importable: 'required',
  },
  price: {
    label: 'Price',
    kind: 'money',
    sortable: true,
    filterable: true,
    importable: 'required',
  },
  currency: { label: 'Currency', kind: 'currency', importable: true },
  status: {
    label: 'Status',
    kind: 'status',
    editable: true,
    filterable: true,
    importable: { default: 'available' },
  },
  category: {
    label: 'Category',
    kind: 'reference',
    nullable: true,
    filterable: true,
    importable: true,
  },
  seller: {
    label: 'Seller',
    kind: 'person',
    nullable: true,
    filterable: true,
    importable: true,
  },
  includeDeleted: { label: 'Include deleted', kind: 'flag', filterable: true, virtual: true },
  description: {
    label: 'Description',
    kind: 'note',
    nullable: true,
    searchable: true,
    importable: true,
  },
  images: { label: 'Images', kind: 'pictures' },
  ...commonFields,
  deletedAt: { ...commonFields.deletedAt, importable: 'newOnly' },
} as const satisfies Fields
