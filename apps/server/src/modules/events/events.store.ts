import type { QueryOf } from '@steward/contract/endpoints'
import type { Event } from '@steward/contract/events'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import {
  among,
  between,
  type Condition,
  folded,
  type Listing,
  listPage,
  ofPeople,
  type Page,
  plain,
} from '../../db/listing.ts'
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
const statusNow = sql<string>`(case
  when t.cancelled then 'cancelled'
  when now() < t.starts_at then 'scheduled'
  when now() <= coalesce(t.ends_at, t.starts_at) then 'live'
  else 'ended' end)`

/** How events are listed. */
export const eventListing: Listing = {
  table: 'events',
  columns: sql`
    t.id, t.title, t.description, t.starts_at, t.ends_at, t.location, t.online, t.host_id,
    coalesce(host.name, t.host_name) as host_name, t.image, t.capacity, t.attendee_count,
    ${statusNow} as status, t.created_at, t.updated_at, ${deletedColumns}`,
  joins: sql`
    ${deleterJoin} left join users as host on host.id = t.host_id`,
  sorts: {
    createdAt: { by: plain('created_at') },
    deletedAt: byDeletedAt,
    startsAt: { by: plain('starts_at') },
    title: { by: folded('title') },
    attendeeCount: { by: plain('attendee_count') },
  },
}

/** What a query asks of events, beside its search (contract, Lists). */
export const eventConditions = (query: QueryOf<'events.list'>): Condition[] => [
  ...inTrash(query.deleted),
  ...(query.status ? [{ sql: sql<boolean>`${statusNow} in (${sql.join(query.status)})` }] : []),
  ...(query.online === undefined ? [] : among('online', [query.online], 'online')),
  ...ofPeople('host_id', query.host),
  ...between('starts_at', query.from, query.to),
]

/** A page of events (contract, Lists). */
export const listEvents = (db: Db, query: QueryOf<'events.list'>): Promise<Page<EventRow>> =>
  listPage<EventRow>(db, eventListing, query, eventConditions(query))
