import { CompiledQuery, sql } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { queryColumn } from '../connection/query.ts'
import type { Migration } from './migration-file.ts'

/** Rows of a batch; other writers wait for a row of it at most as long as it takes. */
const batchRows = 1_000

/** How far a backfill is: the `id` of the last row that was filled, and the number of rows so far. */
export interface Position {
  last: string | null
  rows: number
}

/**
 * Fills the next rows of a backfill, within a transaction.
 * @returns the new position; undefined where no row is left
 */
export async function fillBatch(
  tx: Db,
  { table, sql: text }: Migration,
  { last, rows }: Position,
): Promise<Position | undefined> {
  const ids = await queryColumn(tx)`
    select id::text from ${sql.table(table)} ${last === null ? sql`` : sql`where id > ${last}`}
    order by ${sql.table(table)}.id limit ${batchRows}`
  const newest = ids.at(-1)
  if (newest === undefined) return undefined
  await tx.executeQuery(CompiledQuery.raw(text, [ids]))
  return { last: newest, rows: rows + ids.length }
}

/** Where a backfill goes on. */
export async function readPosition(tx: Db, { name }: Migration): Promise<Position> {
  const { rows } = await sql<Position>`
    select last, rows from schema_backfills where name = ${name}`.execute(tx)
  return rows[0] ?? { last: null, rows: 0 }
}

export async function keepPosition(
  tx: Db,
  { name }: Migration,
  { last, rows }: Position,
): Promise<void> {
  await sql`
    insert into schema_backfills (name, last, rows) values (${name}, ${last}, ${rows})
    on conflict (name) do update set last = excluded.last, rows = excluded.rows`.execute(tx)
}

export async function forgetPosition(tx: Db, { name }: Migration): Promise<void> {
  await sql`delete from schema_backfills where name = ${name}`.execute(tx)
}
