import type { ShoppingPost } from '@steward/contract/shopping-posts/shopping-posts'
import type { Db } from '../../db/connection/connection.ts'
import { write } from '../../db/write/write.ts'
import type { Handlers } from '../../http/routes.ts'
import { actorOf } from '../../http/session.ts'
import { findLiveOrThrow, idsOf } from '../records/checks.ts'
import { detailsOf } from '../records/details.ts'
import type { Snapshots } from '../time-travel/time-travel.service.ts'
import { shoppingPostDeletion } from './shopping-posts.deletion.ts'
import {
  findShoppingPost,
  listShoppingPosts,
  type ShoppingPostRow,
  shoppingPostListing,
} from './shopping-posts.store.ts'
import { shoppingPostView } from './shopping-posts.view.ts'

type Names = 'list' | 'details' | 'status' | 'delete' | 'restore' | 'purge'

/** Shopping posts (specification section 7, Other areas). */
export function shoppingPostsHandlers(
  db: Db,
  snapshots: Snapshots,
): Handlers<`shoppingPosts.${Names}`> {
  return {
    'shoppingPosts.list': async ({ query, session }) => {
      const { rows, pagination } = await snapshots.read(
        'shopping_posts',
        session,
        query.asOf,
        (source) => listShoppingPosts(source, query),
      )
      return { data: { posts: rows.map(shoppingPostView), pagination } }
    },
    'shoppingPosts.details': detailsOf<ShoppingPostRow, ShoppingPost>(snapshots, {
      table: 'shopping_posts',
      one: 'shopping post',
      listing: () => shoppingPostListing,
      view: shoppingPostView,
    }),
    'shoppingPosts.status': async ({ params, body: { status }, session }) => {
      const data = await write(db, actorOf(session), async ({ tx, lock, update }) => {
        const post = findLiveOrThrow(
          await lock('shopping_posts', idsOf(params.id)),
          'shopping post',
        )
        if (post.status !== status) await update('shopping_posts', [post], { status })
        return shoppingPostView((await findShoppingPost(tx, post.id)) as ShoppingPostRow)
      })
      return { data, message: `“${data.title}” is ${status}.` }
    },
    ...shoppingPostDeletion.handlers(db),
  }
}
