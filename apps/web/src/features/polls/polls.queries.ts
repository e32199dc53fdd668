import type { SentQuery } from '../../api/listing.ts'
import { listingOptions } from '../../api/listing-options.ts'

/** The query of the list of polls and surveys. */
export const pollListOptions = (query: SentQuery) => listingOptions('polls.list', query)
