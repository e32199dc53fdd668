import { isDeleted } from '../../api/read.ts'
import { isOfDeleted, removeRecord, replaceRecord } from '../../api/record-cache.ts'
import type { ShoppingPost } from '../../api/records.ts'
import type { RecordArea } from '../../shared/records/record-area.ts'

const area = 'shoppingPosts'

/** The shopping posts: where deleted ones are shown, one stays in its place and is marked. */
export const shoppingPosts: RecordArea<ShoppingPost> & { area: typeof area } = {
  area,
  name: (post) => post.title ?? 'this shopping post',
  hide: (client, id) => {
    const back = removeRecord(client, area, id, ({ includeDeleted, deleted }) => {
      return includeDeleted !== 'true' && deleted !== 'only'
    })
    const unmark = replaceRecord<ShoppingPost>(client, area, id, {
      deletedAt: new Date().toISOString(),
    })
    return () => {
      unmark()
      back()
    }
  },
  show: (client, id) => {
    const back = removeRecord(client, area, id, isOfDeleted)
    const mark = replaceRecord<ShoppingPost>(client, area, id, { deletedAt: null })
    return () => {
      mark()
      back()
    }
  },
}

/** What a post's state is called; a deleted one is deleted before all else (specification section 3). */
export const stateOf = (post: ShoppingPost) => (isDeleted(post) ? 'deleted' : post.status)
