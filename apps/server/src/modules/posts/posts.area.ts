import type { Post } from '@steward/contract/posts/posts'
import { postFields } from '@steward/contract/posts/posts.fields'
import * as field from '../../import/fields.ts'
import { defineArea } from '../records/area.ts'
import { exportColumnsOf, importFieldsOf } from '../records/files.ts'
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
  columns: exportColumnsOf<Post>(postFields, {
    reports: (post) => (post.reports.length > 0 ? JSON.stringify(post.reports) : null),
  }),
  imports: {
    posts: {
      table: 'posts',
      fields: importFieldsOf(postFields, [], { reports: { reader: field.readPlain(readReports) } }),
      finish: (row) => {
        row['images'] = []
      },
    },
  },
  bulk: { ...postDeletion.actions, keep: keepPosts },
  revert: { ...postDeletion.revert, update: revertKeeping },
})
