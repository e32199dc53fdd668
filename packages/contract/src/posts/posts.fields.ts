import { commonFields, counted, type Fields, imported, tally } from '../areas/field.ts'

export const postFields = {
  author: { label: 'Author', kind: 'person', ...imported, searchable: true },
  text: { label: 'Text', kind: 'note', searchable: true, importable: 'required' },
  images: { label: 'Images', kind: 'pictures' },
  category: { label: 'Category', kind: 'reference', of: 'categories', ...imported, ...counted },
  likeCount: { label: 'Likes', ...tally },
  commentCount: { label: 'Comments', ...tally },
  reportCount: { label: 'Reports', ...tally },
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
