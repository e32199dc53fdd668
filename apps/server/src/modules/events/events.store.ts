import type { QueryOf } from '@steward/contract/endpoints'
import type { Event } from '@steward/contract/events'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { among, between, type Condition, ofPeople } from '../../db/conditions.ts'
import { folded, type Listing, type Page, plain } from '../../db/listing.ts'
import { listView } from '../../db/past/page.ts'
import type { View } from '../../db/past/view.ts'
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
const listingAt = (now: RawBuilder<string>): Listing => ({
  table: 'events',
  columns: sql`
    t.id, t.title, t.description, t.starts_at, t.ends_at, t.location, t.online, t.host_id,
    coalesce(host.name, t.host_name) as host_name, t.image, t.capacity, t.attendee_count,
    ${statusAt(now)} as status, t.created_at, t.updated_at, ${deletedColumns}`,
  joins: [deleterJoin, { table: 'users', as: 'host', by: 'host_id' }],
  sorts: {
    createdAt: { by: plain('created_at') },
    deletedAt: byDeletedAt,
    startsAt: { by: plain('starts_at') },
    title: { by: folded('title') },
    attendeeCount: { by: plain('attendee_count') },
  },
})

export const eventListing = listingAt(sql`now()`)

/** What a query asks of events, beside its search (contract, Lists). */
export const eventConditions = (
  query: QueryOf<'events.list'>,
  now: RawBuilder<string> = sql`now()`,
): Condition[] => [
  ...inTrash(query.deleted),
  ...(query.status ? [{ sql: sql<boolean>`${statusAt(now)} in (${sql.join(query.status)})` }] : []),
  ...(query.online === undefined ? [] : among('online', [query.online], 'online')),
  ...ofPeople('host_id', query.host),
  ...between('starts_at', query.from, query.to),
]

/** A page of events (contract, Lists). */
export const listEvents = (view: View, query: QueryOf<'events.list'>): Promise<Page<EventRow>> =>
  listView<EventRow>(
    view,
    view.past ? listingAt(view.now) : eventListing,
    query,
    eventConditions(query, view.now),
  )
