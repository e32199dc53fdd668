import type { Post } from '@steward/contract/posts/posts'
import type { Db } from '../../db/connection/connection.ts'
import type { Handlers } from '../../http/routes.ts'
import { detailsOf } from '../records/details.ts'
import type { Snapshots } from '../time-travel/time-travel.service.ts'
import { postDeletion } from './posts.deletion.ts'
import { listPosts, type PostRow, postListing } from './posts.store.ts'
import { postView } from './posts.view.ts'

/** Feed posts (specification section 7, Other areas). */
export function postsHandlers(
  db: Db,
  snapshots: Snapshots,
): Handlers<`posts.${'list' | 'details' | 'delete' | 'restore' | 'purge'}`> {
  return {
    'posts.list': async ({ query, session }) => {
      const { rows, pagination } = await snapshots.read('posts', session, query.asOf, (source) =>
        listPosts(source, query),
      )
      return { data: { posts: rows.map(postView), pagination } }
    },
    'posts.details': detailsOf<PostRow, Post>(snapshots, {
      table: 'posts',
      one: 'post',
      listing: () => postListing,
      view: postView,
    }),
    ...postDeletion.handlers(db),
  }
}
