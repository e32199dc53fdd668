import type { QueryOf } from '@steward/contract/calls/endpoints'
import { pollFields } from '@steward/contract/polls/polls.fields'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { type Condition, where } from '../../db/list/conditions.ts'
import { type FilteredBy, filterConditions } from '../../db/list/filters.ts'
import { findRow, type Page } from '../../db/list/listing.ts'
import { current, listingBy, type Source } from '../../db/list/source.ts'
import type { PollsTable } from '../../db/tables/tables.ts'
import { type DeletedColumns, inTrash } from '../records/deleted.ts'
import { filteredBy, listingOf } from '../records/listing.store.ts'

/** A poll or survey with its author and its state at this moment. */
export type PollRow = DeletedColumns &
  Omit<Selectable<PollsTable>, 'search'> & {
    author_name: string | null
    author_image: string | null
  }

/** An open poll is closed once its closing time has passed. */
const statusAt = (now: RawBuilder<string>) =>
  sql<string>`(case when t.status = 'open' and t.closes_at <= ${now} then 'closed' else t.status end)`

/** How polls and surveys are listed. */
export const pollListingIn = listingBy(({ now }) =>
  listingOf(pollFields, {
    table: 'polls',
    more: [sql`t.version`],
    computed: { status: statusAt(now) },
  }),
)

export const pollListing = pollListingIn(current)

/** What a query asks of polls and surveys, beside its search (contract, Lists). */
export const pollConditions = (
  query: QueryOf<'polls.list'>,
  now: RawBuilder<string> = current.now,
): Condition[] => [
  ...inTrash(query.deleted),
  ...filterConditions('polls', filteredAt(now), query, now),
]

const filteredAt = (now: RawBuilder<string>): FilteredBy<'polls'> =>
  filteredBy(pollFields, { kind: { facet: 'kind' }, status: { by: statusAt(now) } })

/** A page of polls and surveys (contract, Lists). */
export const listPolls = (source: Source, query: QueryOf<'polls.list'>): Promise<Page<PollRow>> =>
  source.page<PollRow>(pollListingIn(source), query, pollConditions(query, source.now))

/** Options of all questions of the polls and surveys that some conditions match. */
export async function countOptions(db: Db, conditions: readonly Condition[]): Promise<number> {
  const counted = await sql<{ n: number }>`
    select coalesce(sum(jsonb_array_length(question -> 'options')), 0)::bigint as n
    from polls as t, jsonb_array_elements(t.questions) as question ${where(conditions)}
  `.execute(db)
  return counted.rows[0]?.n ?? 0
}

/** One poll or survey, deleted or not. */
export const findPoll = (db: Db, id: string): Promise<PollRow | undefined> =>
  findRow<PollRow>(db, pollListing, id)
