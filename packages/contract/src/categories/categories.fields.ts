import { commonFields, type Fields, optional, ranked, statusField } from '../areas/field.ts'

export const categoryFields = {
  name: { label: 'Name', kind: 'line', editable: 'required', sortable: true, searchable: true },
  slug: { label: 'Slug', kind: 'line' },
  description: { label: 'Description', kind: 'note', ...optional },
  image: { label: 'Picture', heading: 'Image', kind: 'picture', ...optional },
  color: { label: 'Colour', kind: 'other', ...optional },
  position: { label: 'Position', kind: 'count', sortable: true },
  parent: { label: 'Parent', heading: 'Parent ID', kind: 'id', ...optional, filterable: true },
  status: statusField,
  postCount: { label: 'Feed posts', kind: 'count', ...ranked },
  shoppingPostCount: { label: 'Shopping posts', kind: 'count' },
  childCount: { label: 'Subcategories', heading: 'Categories below', kind: 'count' },
  ...commonFields,
} as const satisfies Fields
