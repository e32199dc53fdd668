import type { SentQuery } from '../../api/listing.ts'
import { listingOptions } from '../../api/listing-options.ts'

/** The query of the shopping posts. */
export const shoppingPostListOptions = (query: SentQuery) =>
  listingOptions('shoppingPosts.list', query, 'posts')
