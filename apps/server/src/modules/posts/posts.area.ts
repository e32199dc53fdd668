import { postFields } from '@steward/contract/posts/posts.fields'
import { type Sentence, say } from '@steward/i18n/sentence'
import * as field from '../../importer/fields.ts'
import { contentArea } from '../records/content-area.ts'
import { importFieldsOf } from '../records/import-fields.ts'
import { dismissSeenReports, mustBeKeeping, nameOf } from './posts.dismissed-reports.ts'
import { readReports } from './posts.reports.ts'
import { type PostRow, postStore } from './posts.store.ts'

export const postTitle = ({ author_name: author }: PostRow): Sentence =>
  author ? say('Post by {author}', { author }) : say('Post', {})

/** The area of feed posts (specification section 7). */
export const postsArea = contentArea<'posts', PostRow>('posts', {
  store: postStore,
  // A version from the audit log may date from before posts had reports.
  own: { reports: (row) => row.reports ?? [] },
  called: postTitle,
  name: nameOf,
  exported: {
    reports: (post) => (post.reports.length > 0 ? JSON.stringify(post.reports) : null),
  },
  imports: {
    posts: {
      table: 'posts',
      fields: importFieldsOf(postFields, [], { reports: { reader: field.readPlain(readReports) } }),
      finish: (row) => {
        row['images'] = []
      },
    },
  },
  bulk: { keep: dismissSeenReports(new Map()) },
  mayPutBack: (_at, _row, columns) => mustBeKeeping(columns),
  search: {
    keys: [],
    liveIndexes: true,
    title: ['text'],
    detail: ['author_name'],
    at: 'created_at',
  },
})
