import type { Event } from '@steward/contract/events'
import { deletedFields } from '../trash.store.ts'
import type { EventRow } from './events.store.ts'

/** An event as the contract has it. */
export function eventView(row: EventRow): Event {
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    location: row.location,
    online: row.online,
    host: row.host_name === null ? null : { _id: row.host_id, name: row.host_name },
    image: row.image,
    capacity: row.capacity,
    attendeeCount: row.attendee_count,
    timeZone: row.time_zone,
    status: row.status,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...deletedFields(row),
  }
}
