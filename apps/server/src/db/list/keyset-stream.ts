import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { totalOf } from '../counts/totals.ts'
import { type Condition, where } from './conditions.ts'
import {
  behind,
  type Cursor,
  joinsFor,
  type Listing,
  orderBy,
  type Sort,
  sortOf,
} from './listing.ts'

/**
 * A whole list in its order, batch by batch, each by a statement of its own that begins behind the
 * last row of the one before: memory stays the same however long the list is, and no transaction
 * stays open. A row that changes its place meanwhile can come twice or not at all.
 * @param sort as the contract's list query has it
 */
export async function* streamByKeyset<Row>(
  db: Db,
  listing: Listing,
  sort: string,
  conditions: readonly Condition[],
  batchSize = 1_000,
): AsyncGenerator<Row[]> {
  const { sort: by, descending } = sortOf(listing, sort)
  // NULLS LAST in both directions: rows without a value are a list of their own.
  const parts = by.nullable ? [sql`is not null`, sql`is null`] : [null]
  for (const part of parts) {
    const own = part ? [...conditions, { sql: sql<SqlBool>`${by.by} ${part}` }] : conditions
    let after: Cursor | undefined
    do {
      const found = await batch<Row>(listing, by, descending, own, after, batchSize).execute(db)
      const last = found.rows.at(-1)
      after = last && { key: last.steward_key, id: last.steward_id }
      if (found.rows.length > 0) yield found.rows
      if (found.rows.length < batchSize) break
    } while (after)
  }
}

/** The exact number of rows of a whole list. */
export async function countAll(
  db: Db,
  listing: Listing,
  conditions: readonly Condition[],
): Promise<number> {
  const total = totalOf(listing.table, conditions)
  const counted = await sql<{ n: number }>`select ${total} as n`.execute(db)
  return counted.rows[0]?.n ?? 0
}

function batch<Row>(
  listing: Listing,
  sort: Sort,
  descending: boolean,
  conditions: readonly Condition[],
  mark: Cursor | undefined,
  limit: number,
): RawBuilder<Row & { steward_key: string | null; steward_id: string }> {
  const order = orderBy(sort, descending, false)
  const later = mark ? behind(sort, descending, mark).slice(0, 1) : []
  return sql`
    select ${listing.columns}, (${sort.by})::text as steward_key, t.id as steward_id
    from (
      select t.* from ${sql.table(listing.table)} as t
      ${where([...conditions, ...later])}
      ${order} limit ${sql.lit(limit)}
    ) as t
    ${joinsFor(listing)}
    ${order}
  `
}
