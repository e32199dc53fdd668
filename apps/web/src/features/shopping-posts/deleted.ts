import type { ShoppingPost } from '@steward/contract/shopping-posts/shopping-posts'
import { type DeepPartial, isDeleted } from '../../api/read.ts'

/** What a post's state is called; a deleted one is deleted before all else (specification section 3). */
export const stateOf = (post: DeepPartial<ShoppingPost>) =>
  isDeleted(post) ? 'deleted' : post.status
