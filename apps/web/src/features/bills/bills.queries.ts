import type { SentQuery } from '../../api/listing-options.ts'
import { listingOptions } from '../../api/listing-options.ts'

/** The query of the bill list. */
export const billListOptions = (query: SentQuery) => listingOptions('bills.list', query, 'bills')
