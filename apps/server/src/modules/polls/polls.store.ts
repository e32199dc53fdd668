import type { QueryOf } from '@steward/contract/endpoints'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import {
  among,
  type Condition,
  folded,
  type Listing,
  listPage,
  type Page,
  plain,
  where,
} from '../../db/listing.ts'
import type { PollsTable } from '../../db/tables.ts'
import { personColumns } from '../person-reference.store.ts'
import {
  byDeletedAt,
  type DeletedColumns,
  deletedColumns,
  deleterJoin,
  inTrash,
} from '../trash.store.ts'

/** A poll or survey with its author and its state at this moment. */
export type PollRow = DeletedColumns &
  Omit<Selectable<PollsTable>, 'search'> & {
    author_name: string | null
    author_image: string | null
  }

/** An open poll is closed once its closing time has passed. */
const statusNow = sql<string>`(case when t.status = 'open' and t.closes_at <= now() then 'closed' else t.status end)`

/** How polls and surveys are listed. */
export const pollListing: Listing = {
  table: 'polls',
  columns: sql`
    t.id, t.kind, t.title, t.description, t.author_id, t.questions, t.response_count, t.opens_at,
    t.closes_at, ${statusNow} as status, t.created_at, t.updated_at, ${deletedColumns},
    ${personColumns('author', 'author')}`,
  joins: sql`
    ${deleterJoin} left join users as author on author.id = t.author_id`,
  sorts: {
    createdAt: { by: plain('created_at') },
    deletedAt: byDeletedAt,
    closesAt: { by: plain('closes_at'), nullable: true },
    title: { by: folded('title') },
    responseCount: { by: plain('response_count') },
  },
}

/** What a query asks of polls and surveys, beside its search (contract, Lists). */
export const pollConditions = (query: QueryOf<'polls.list'>): Condition[] => [
  ...inTrash(query.deleted),
  ...among('kind', query.kind, 'kind'),
  ...(query.status ? [{ sql: sql<boolean>`${statusNow} in (${sql.join(query.status)})` }] : []),
]

/** A page of polls and surveys (contract, Lists). */
export const listPolls = (db: Db, query: QueryOf<'polls.list'>): Promise<Page<PollRow>> =>
  listPage<PollRow>(db, pollListing, query, pollConditions(query))

/** Options of all questions of the polls and surveys that some conditions match. */
export async function countOptions(db: Db, conditions: readonly Condition[]): Promise<number> {
  const counted = await sql<{ n: number }>`
    select coalesce(sum(jsonb_array_length(question -> 'options')), 0)::bigint as n
    from polls as t, jsonb_array_elements(t.questions) as question ${where(conditions)}
  `.execute(db)
  return counted.rows[0]?.n ?? 0
}
