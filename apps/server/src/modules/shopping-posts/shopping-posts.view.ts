import type { ShoppingPost } from '@steward/contract/shopping-posts/shopping-posts'
import { shoppingPostFields } from '@steward/contract/shopping-posts/shopping-posts.fields'
import { viewOf } from '../records/view.ts'
import type { ShoppingPostRow } from './shopping-posts.store.ts'

/** A shopping post as the contract has it. */
export const shoppingPostView = viewOf<ShoppingPostRow, ShoppingPost>(shoppingPostFields, {
  // Set while deleted (specification section 4).
  deletedAt: (row) => row.deleted_at,
})
