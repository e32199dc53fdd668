import { isDeleted } from '../../api/answers/read.ts'
import type { ShoppingPost } from '../../api/answers/records.ts'
import type { RecordArea } from '../../shared/records/record-area.ts'

export const shoppingPosts: RecordArea<ShoppingPost> & { area: 'shoppingPosts' } = {
  area: 'shoppingPosts',
  name: (post) => post.title ?? 'this shopping post',
}

/** What a post's state is called; a deleted one is deleted before all else (specification section 3). */
export const stateOf = (post: ShoppingPost) => (isDeleted(post) ? 'deleted' : post.status)
