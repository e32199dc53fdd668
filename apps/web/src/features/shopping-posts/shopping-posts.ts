import { t } from '@steward/i18n/reader'
import { isDeleted } from '../../api/answers/read.ts'
import type { ShoppingPost } from '../../api/answers/records.ts'
import type { RecordArea } from '../../shared/records/record-area.ts'

export const shoppingPosts: RecordArea<ShoppingPost> & { area: 'shoppingPosts' } = {
  area: 'shoppingPosts',
  // i18n: stands in sentences in place of a title
  name: (post) => post.title ?? t('this shopping post'),
}

/** What a post's state is called; a deleted one is deleted before all else (specification section 3). */
export const stateOf = (post: ShoppingPost) => (isDeleted(post) ? 'deleted' : post.status)
