import type { QueryOf } from '@steward/contract/endpoints'
import type { Event } from '@steward/contract/events'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Condition } from '../../db/conditions.ts'
import type { Db } from '../../db/connection.ts'
import { type FilteredBy, filterConditions } from '../../db/filters.ts'
import { findRow, folded, type Page, plain } from '../../db/listing.ts'
import { current, listingBy, type Source } from '../../db/source.ts'
import type { EventsTable } from '../../db/tables.ts'
import {
  byDeletedAt,
  type DeletedColumns,
  deletedColumns,
  deleterJoin,
  inTrash,
} from '../trash.store.ts'

/** An event with its host's name and its state at this moment. */
export type EventRow = DeletedColumns &
  Omit<Selectable<EventsTable>, 'search' | 'cancelled'> & {
    status: Event['status']
  }

/** The state of an event follows from the clock, so that none is announced that has ended. */
const statusAt = (now: RawBuilder<string>) => sql<string>`(case
  when t.cancelled then 'cancelled'
  when ${now} < t.starts_at then 'scheduled'
  when ${now} <= coalesce(t.ends_at, t.starts_at) then 'live'
  else 'ended' end)`

/** How events are listed. */
export const eventListingIn = listingBy(({ now }) => ({
  table: 'events',
  columns: sql`
    t.id, t.title, t.description, t.starts_at, t.ends_at, t.location, t.online, t.host_id,
    coalesce(host.name, t.host_name) as host_name, t.image, t.capacity, t.attendee_count,
    t.time_zone, t.version, ${statusAt(now)} as status, t.created_at, t.updated_at, ${deletedColumns}`,
  joins: [deleterJoin, { table: 'users', as: 'host', by: 'host_id' }],
  sorts: {
    createdAt: { by: plain('created_at') },
    deletedAt: byDeletedAt,
    startsAt: { by: plain('starts_at') },
    title: { by: folded('title') },
    attendeeCount: { by: plain('attendee_count') },
  },
}))

export const eventListing = eventListingIn(current)

/** What a query asks of events, beside its search (contract, Lists). */
export const eventConditions = (
  query: QueryOf<'events.list'>,
  now: RawBuilder<string> = current.now,
): Condition[] => [
  ...inTrash(query.deleted),
  ...filterConditions('events', filteredAt(now), query, now),
  ...notOver(query, now),
]

/** What its state says already of events that are asked for by it; said so, an index finds those that are not over. */
const notOver = (
  { status, match }: QueryOf<'events.list'>,
  now: RawBuilder<string>,
): Condition[] =>
  match !== 'any' && status?.every((each) => each === 'scheduled' || each === 'live')
    ? [{ sql: sql<boolean>`coalesce(t.ends_at, t.starts_at) >= ${now}` }]
    : []

const filteredAt = (now: RawBuilder<string>): FilteredBy<'events'> => ({
  status: { by: statusAt(now) },
  online: { by: plain('online'), facet: 'online' },
  host: {
    by: plain('host_id'),
    people: true,
    empty: sql`(t.host_id is null and t.host_name is null)`,
  },
  startsAt: { by: plain('starts_at') },
  endsAt: { by: plain('ends_at') },
  attendeeCount: { by: plain('attendee_count') },
  capacity: { by: plain('capacity') },
  location: { by: plain('location') },
  createdAt: { by: plain('created_at') },
})

/** A page of events (contract, Lists). */
export const listEvents = (
  source: Source,
  query: QueryOf<'events.list'>,
): Promise<Page<EventRow>> =>
  source.page<EventRow>(eventListingIn(source), query, eventConditions(query, source.now))

/** One event, deleted or not. */
export const findEvent = (db: Db, id: string): Promise<EventRow | undefined> =>
  findRow<EventRow>(db, eventListing, id)
