import { commonFields, type Fields } from '../areas/field.ts'

export const categoryFields = {
  name: { label: 'Name', kind: 'line', editable: 'required', sortable: true, searchable: true },
  slug: { label: 'Slug', kind: 'line' },
  description: { label: 'Description', kind: 'note', nullable: true, editable: true },
  image: { label: 'Picture', heading: 'Image', kind: 'picture', nullable: true, editable: true },
  color: { label: 'Colour', kind: 'other', nullable: true, editable: true },
  position: { label: 'Position', kind: 'count', sortable: true },
  parent: {
    label: 'Parent',
    heading: 'Parent ID',
    kind: 'id',
    nullable: true,
    editable: true,
    filterable: true,
  },
  status: { label: 'Status', kind: 'status', editable: true, filterable: true },
  postCount: { label: 'Feed posts', kind: 'count', sortable: true, filterable: true },
  shoppingPostCount: { label: 'Shopping posts', kind: 'count' },
  childCount: { label: 'Subcategories', heading: 'Categories below', kind: 'count' },
  ...commonFields,
} as const satisfies Fields
