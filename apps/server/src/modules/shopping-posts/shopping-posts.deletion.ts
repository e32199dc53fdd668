import { deletionOf } from '../records/deletion.ts'
import { type ShoppingPostRow, shoppingPostListing } from './shopping-posts.store.ts'
import { shoppingPostView } from './shopping-posts.view.ts'

/** Deleting shopping posts and bringing them back. */
export const shoppingPostDeletion = deletionOf({
  area: 'shoppingPosts',
  table: 'shopping_posts',
  listing: shoppingPostListing,
  view: shoppingPostView,
  name: (post) => post.title,
  deleted: (post: ShoppingPostRow) => `“${post.title}” deleted.`,
  restored: (post) => `“${post.title}” restored.`,
  again: true,
})
