import { deletionOf } from '../records/deletion.ts'
import { type EventRow, eventListing } from './events.store.ts'
import { eventView } from './events.view.ts'

/** Deleting events and bringing them back. */
export const eventDeletion = deletionOf({
  area: 'events',
  table: 'events',
  listing: eventListing,
  view: eventView,
  name: (event) => event.title,
  deleted: (event: EventRow) => `“${event.title}” deleted.`,
  restored: (event) => `“${event.title}” restored.`,
})
