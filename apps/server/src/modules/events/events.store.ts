import type { QueryOf } from '@steward/contract/calls/endpoints'
import type { Event } from '@steward/contract/events/events'
import { eventFields } from '@steward/contract/events/events.fields'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import type { Condition } from '../../db/list/conditions.ts'
import { type FilteredBy, filterConditions } from '../../db/list/filters.ts'
import { findRow, type Page } from '../../db/list/listing.ts'
import { current, listingBy, type Source } from '../../db/list/source.ts'
import type { EventsTable } from '../../db/tables/tables.ts'
import { type DeletedColumns, inTrash } from '../records/deleted.ts'
import { filteredBy, listingOf } from '../records/listing.store.ts'

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
export const eventListingIn = listingBy(({ now }) =>
  listingOf(eventFields, {
    table: 'events',
    more: [sql`t.version`],
    computed: { status: statusAt(now) },
  }),
)

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

const filteredAt = (now: RawBuilder<string>): FilteredBy<'events'> =>
  filteredBy(eventFields, {
    status: { by: statusAt(now) },
    online: { facet: 'online' },
    host: { people: true, empty: sql`(t.host_id is null and t.host_name is null)` },
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
