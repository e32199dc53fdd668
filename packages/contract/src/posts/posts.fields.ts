import { commonFields, type Fields } from '../areas/field.ts'

export const postFields = {
  author: {
    label: 'Author',
    kind: 'person',
    nullable: true,
    filterable: true,
    searchable: true,
    importable: true,
  },
  text: { label: 'Text', kind: 'note', searchable: true, importable: 'required' },
  images: { label: 'Images', kind: 'pictures' },
  category: {
    label: 'Category',
    kind: 'reference',
    of: 'categories',
    nullable: true,
    filterable: true,
    importable: true,
  },
  likeCount: {
    label: 'Likes',
    kind: 'count',
    sortable: true,
    filterable: true,
    importable: { default: 0 },
  },
  commentCount: {
    label: 'Comments',
    kind: 'count',
    sortable: true,
    filterable: true,
    importable: { default: 0 },
  },
  reportCount: {
    label: 'Reports',
    kind: 'count',
    sortable: true,
    filterable: true,
    importable: { default: 0 },
  },
  // Counts the reports since the last decision about the post.
  openReportCount: { label: 'Open reports', kind: 'count', filterable: true },
  reportsHandledAt: { label: 'Handled', heading: 'Reports handled', kind: 'time', nullable: true },
  reportsHandledBy: {
    label: 'Handled by',
    heading: 'Reports handled by',
    kind: 'reference',
    of: 'users',
    nullable: true,
  },
  reports: { label: 'What was reported', kind: 'other', importable: { default: [] } },
  ...commonFields,
} as const satisfies Fields
