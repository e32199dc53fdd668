import type { ShoppingPost } from '@steward/contract/shopping-posts'
import { alike, deletedNow, deleting, notDeletedAnyMore, restoring, setting } from '../bulk.ts'

const shoppingPost = {
  table: 'shopping_posts' as const,
  what: 'shopping post',
  name: (row: { title: string }) => row.title,
}

/** Actions on many shopping posts. */
export const shoppingPostActions = {
  delete: alike({ ...shoppingPost, judge: deleting, patch: deletedNow }),
  restore: alike({ ...shoppingPost, judge: restoring, patch: notDeletedAnyMore }),
  status: alike({
    ...shoppingPost,
    judge: setting('shopping post'),
    patch: (status) => ({ status: status as ShoppingPost['status'] }),
  }),
}
