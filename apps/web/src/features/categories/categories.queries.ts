import type { SentQuery } from '../../api/listing-options.ts'
import { listingOptions } from '../../api/listing-options.ts'

/** The query of the category list. */
export const categoryListOptions = (query: SentQuery) =>
  listingOptions('categories.list', query, 'categories')
