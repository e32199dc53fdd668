import { type RowOf, recordStore } from '../records/record-store.store.ts'

/** A shopping post with its seller and category. */
export type ShoppingPostRow = RowOf<
  'shoppingPosts',
  { seller_name: string | null; seller_image: string | null; category_name: string | null }
>

/** How shopping posts are listed and found. */
export const shoppingPostStore = recordStore<'shoppingPosts', ShoppingPostRow>('shoppingPosts', {
  filters: () => ({
    seller: { people: true },
  }),
  // Deleted posts are listed only on request (specification section 4).
  deletion: ({ includeDeleted, deleted }) =>
    includeDeleted && deleted === 'none' ? 'all' : deleted,
})
