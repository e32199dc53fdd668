import type { SentQuery } from '../../api/listing-options.ts'
import { listingOptions } from '../../api/listing-options.ts'

/** The query of the event list. */
export const eventListOptions = (query: SentQuery) => listingOptions('events.list', query, 'events')
