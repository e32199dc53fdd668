import type { Db } from '../../db/connection.ts'
import type { Handlers } from '../../http/routes.ts'
import { listShoppingPosts } from './shopping-posts.store.ts'
import { shoppingPostView } from './shopping-posts.view.ts'

/** Shopping posts (specification section 7, Other areas). */
export function shoppingPostsHandlers(db: Db): Handlers<'shoppingPosts.list'> {
  return {
    'shoppingPosts.list': async ({ query }) => {
      const { rows, pagination } = await listShoppingPosts(db, query)
      return { data: { posts: rows.map(shoppingPostView), pagination } }
    },
  }
}
