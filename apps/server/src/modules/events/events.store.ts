import type { QueryOf } from '@steward/contract/calls/endpoints'
import type { Event } from '@steward/contract/events/events'
import { type RawBuilder, sql } from 'kysely'
import { type RowOf, recordStore } from '../records/record-store.store.ts'

/** An event with its host's name and its state at this moment. */
export type EventRow = RowOf<'events', { status: Event['status'] }>

/** The state of an event at a moment, computed from its times so that it is never outdated. */
const statusAt = (now: RawBuilder<string>) => sql<string>`(case
  when t.cancelled then 'cancelled'
  when ${now} < t.starts_at then 'scheduled'
  when ${now} <= coalesce(t.ends_at, t.starts_at) then 'live'
  else 'ended' end)`

/** A condition that a filter by state implies, so that an index finds events that are not over. */
const notOver = ({ status, match }: QueryOf<'events.list'>, now: RawBuilder<string>) =>
  match !== 'any' && status?.every((each) => each === 'scheduled' || each === 'live')
    ? [{ sql: sql<boolean>`coalesce(t.ends_at, t.starts_at) >= ${now}` }]
    : []

/** How events are listed and found. */
export const eventStore = recordStore<'events', EventRow>('events', {
  listing: ({ now }) => ({ computed: { status: statusAt(now) } }),
  filters: ({ now }) => ({
    status: { by: statusAt(now) },
    host: { people: true, empty: sql`(t.host_id is null and t.host_name is null)` },
  }),
  conditions: (query, { now }) => notOver(query, now),
})
