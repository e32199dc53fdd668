import {
  commonFields,
  counted,
  type Fields,
  imported,
  ranked,
  statusField,
} from '../areas/field.ts'

export const shoppingPostFields = {
  title: { label: 'Title', kind: 'line', sortable: true, searchable: true, importable: 'required' },
  description: {
    label: 'Description',
    kind: 'note',
    nullable: true,
    searchable: true,
    importable: true,
  },
  price: { label: 'Price', kind: 'money', ...ranked, importable: 'required' },
  currency: { label: 'Currency', kind: 'currency', importable: true },
  seller: { label: 'Seller', kind: 'person', ...imported },
  images: { label: 'Images', kind: 'pictures' },
  category: { label: 'Category', kind: 'reference', of: 'categories', ...imported, ...counted },
  status: { ...statusField, importable: { default: 'available' } },
  includeDeleted: { label: 'Include deleted', kind: 'flag', filterable: true, virtual: true },
  ...commonFields,
  deletedAt: { ...commonFields.deletedAt, importable: 'newOnly' },
} as const satisfies Fields
