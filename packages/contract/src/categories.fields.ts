import { commonFields, type Fields } from './field.ts'

/** The fields of a category. */
export const categoryFields = {
  image: { label: 'Picture', heading: 'Image', kind: 'picture', nullable: true, editable: true },
  name: { label: 'Name', kind: 'line', editable: 'required', sortable: true, searchable: true },
  slug: { label: 'Slug', kind: 'line' },
  parent: {
    label: 'Parent',
    heading: 'Parent ID',
    kind: 'id',
    nullable: true,
    editable: true,
    filterable: true,
  },
  position: { label: 'Position', kind: 'count', sortable: true },
  status: { label: 'Status', kind: 'status', editable: true, filterable: true },
  postCount: {
    label: 'Posts',
    heading: 'Feed posts',
    kind: 'count',
    sortable: true,
    filterable: true,
  },
  shoppingPostCount: { label: 'Shopping posts', kind: 'count' },
  childCount: { label: 'Categories below', kind: 'count' },
  color: { label: 'Colour', kind: 'other', nullable: true, editable: true },
  description: { label: 'Description', kind: 'note', nullable: true, editable: true },
  ...commonFields,
} as const satisfies Fields
