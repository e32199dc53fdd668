import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { totalOf } from '../counts/totals.ts'
import { type Condition, where } from './conditions.ts'
import { joinsFor, type Listing, orderBy, type Sort } from './listing.ts'

/** Where a batch ended: the row's sort key as text, null for none, and its `_id`. */
interface Cursor {
  key: string | null
  id: string
}

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
  const descending = sort.startsWith('-')
  const by = listing.sorts[descending ? sort.slice(1) : sort]
  if (!by) throw new Error(`${listing.table} has no sort ${sort}`)
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
  const behind = mark ? [{ sql: isAfter(sort, descending, mark) }] : []
  return sql`
    select ${listing.columns}, (${sort.by})::text as steward_key, t.id as steward_id
    from (
      select t.* from ${sql.table(listing.table)} as t
      ${where([...conditions, ...behind])}
      ${order} limit ${sql.lit(limit)}
    ) as t
    ${joinsFor(listing)}
    ${order}
  `
}

function isAfter(sort: Sort, descending: boolean, { key, id }: Cursor): RawBuilder<SqlBool> {
  const sign = sql.raw(descending ? '<' : '>')
  return key === null
    ? sql`t.id ${sign} ${id}::uuid`
    : sql`(${sort.by}, t.id) ${sign} (${key}, ${id}::uuid)`
}
