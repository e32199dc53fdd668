import type { Event } from '@steward/contract/events/events'
import { eventFields } from '@steward/contract/events/events.fields'
import { viewOf } from '../records/view.ts'
import type { EventRow } from './events.store.ts'

/** An event as the contract has it. */
export const eventView = viewOf<EventRow, Event>(eventFields, { version: (row) => row.version })
