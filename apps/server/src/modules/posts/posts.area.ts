import type { Post } from '@steward/contract/posts'
import * as field from '../../import/fields.ts'
import { defineArea } from '../area.ts'
import { number, recordColumns, text, time } from '../export-columns.ts'
import { postDeletion } from './posts.deletion.ts'
import { keepPosts, revertKeeping } from './posts.keeping.ts'
import { readReports } from './posts.reports.ts'
import { type PostRow, postConditions, postListing } from './posts.store.ts'
import { postView } from './posts.view.ts'

/** Feed posts, as exports, imports and jobs know them. */
export const postsArea = defineArea<'posts', PostRow, Post>('posts', {
  listing: postListing,
  conditions: (query) => postConditions(query),
  view: postView,
  columns: {
    ...recordColumns,
    author: text('Author', (post) => post.author?.name),
    text: text('Text', (post) => post.text),
    images: text('Images', (post) => post.images.join('\n')),
    category: text('Category', (post) => post.category?.name),
    likeCount: number('Likes', (post) => post.likeCount),
    commentCount: number('Comments', (post) => post.commentCount),
    reportCount: number('Reports', (post) => post.reportCount),
    openReportCount: number('Open reports', (post) => post.openReportCount),
    reportsHandledAt: time('Reports handled', (post) => post.reportsHandledAt),
    reportsHandledBy: text('Reports handled by', (post) => post.reportsHandledBy?.name),
    reports: text('What was reported', (post) =>
      post.reports.length > 0 ? JSON.stringify(post.reports) : null,
    ),
  },
  imports: {
    posts: {
      table: 'posts',
      fields: {
        text: { reader: field.long, column: 'text', required: true },
        author: { reader: field.person(), column: 'author_id' },
        category: { reader: field.category, column: 'category_id' },
        likeCount: { reader: field.count, column: 'like_count', fallback: 0 },
        commentCount: { reader: field.count, column: 'comment_count', fallback: 0 },
        reportCount: { reader: field.count, column: 'report_count', fallback: 0 },
        reports: { reader: field.readPlain(readReports), column: 'reports', fallback: [] },
        ...field.dated,
      },
      finish: (row) => {
        row['images'] = []
      },
    },
  },
  bulk: { ...postDeletion.actions, keep: keepPosts },
  revert: { ...postDeletion.revert, update: revertKeeping },
})
