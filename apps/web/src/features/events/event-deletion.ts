import type { Event } from '@steward/contract/events/events'
import { textOf } from '../../api/read.ts'
import type { Deletable } from '../../shared/records/deletable.ts'
import { reloadMonths } from './events.queries.ts'

/** Events, as they are deleted. */
export const eventDeletion: Deletable<Event> = {
  area: 'events',
  changed: reloadMonths,
  name: (event) => textOf(event.title) ?? 'Untitled event',
}
