import type { SentQuery } from '../../api/listing.ts'
import { listingOptions } from '../../api/listing-options.ts'

/** The query of the feed. */
export const postListOptions = (query: SentQuery) => listingOptions('posts.list', query, 'posts')
