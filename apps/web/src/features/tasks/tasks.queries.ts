import type { SentQuery } from '../../api/listing.ts'
import { listingOptions } from '../../api/listing-options.ts'

/** The query of the task list. */
export const taskListOptions = (query: SentQuery) => listingOptions('tasks.list', query)
