import type { ShoppingPost } from '@steward/contract/shopping-posts'
import type { DeepPartial } from '../../api/read.ts'

/** Deleted, as the specification marks it: `deletedAt` holds a time (section 3). */
export const isDeleted = (post: DeepPartial<ShoppingPost>): boolean =>
  post.deletedAt !== null && post.deletedAt !== undefined

/** What a post's state is called; a deleted one is deleted before all else. */
export const stateOf = (post: DeepPartial<ShoppingPost>) =>
  isDeleted(post) ? 'deleted' : post.status
