import { type SqlBool, sql } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { queryNumber } from '../connection/query.ts'
import { totalOf } from '../counts/totals.ts'
import { type Condition, where } from '../filters/conditions.ts'
import { behind, type Cursor, type Listing, orderOf, pageFrom } from './listing.ts'

/** Streams a whole list in batches by keyset. A row that moves meanwhile may come twice or not at all. */
export async function* streamByKeyset<Row>(
  db: Db,
  listing: Listing,
  sort: string,
  conditions: readonly Condition[],
  batchSize = 1_000,
): AsyncGenerator<Row[]> {
  const order = orderOf(listing, sort)
  const { columns, table } = listing
  const cursor = sql`(${order.by})::text as steward_key, t.id as steward_id`
  const marked = { ...listing, columns: sql`${columns}, ${cursor}` }
  // Nulls are last in both directions, so they are read as a list of their own.
  for (const part of order.nullable ? [sql`is not null`, sql`is null`] : [null]) {
    const own = part ? [...conditions, { sql: sql<SqlBool>`${order.by} ${part}` }] : conditions
    let after: Cursor | undefined
    do {
      const later = after ? behind(order, after).slice(0, 1) : []
      const from = sql`${sql.table(table)} as t ${where([...own, ...later])}`
      const batch = pageFrom<Row & { steward_key: string | null; steward_id: string }>(
        marked,
        order,
        from,
        batchSize,
      )
      const { rows } = await batch.execute(db)
      const last = rows.at(-1)
      after = last && { key: last.steward_key, id: last.steward_id }
      if (rows.length > 0) yield rows
      if (rows.length < batchSize) break
    } while (after)
  }
}

export const countAll = (db: Db, { table }: Listing, conditions: readonly Condition[]) =>
  queryNumber(db)`select ${totalOf(table, conditions)} as n`
