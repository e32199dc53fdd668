import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { keepLatest } from '../counts/count-cache.ts'
import { type Condition, keyOf } from '../list/conditions.ts'
import { type RecordTable, recordTables } from '../tables/tables.ts'

/** A column of a table. */
export interface Column {
  name: string
  isGenerated: boolean
  /** The default of a column that is never null, as SQL. */
  fallback: string | null
}

/** A table as it was at a moment, prepared to be listed. */
export interface Snapshot {
  id: string
  table: RecordTable
  /** ISO 8601 in UTC. */
  moment: string
  /** Whether every record of the table is prepared, and not only those that have changed since. */
  whole: boolean
  /** The columns of the table, in their order. */
  columns: readonly Column[]
  /** Totals and sums that were worked out; at a given moment they never change. */
  known: Map<string, unknown>
}

/** The table that holds the prepared records of another one. */
export const snapshotTable = (table: RecordTable): RawBuilder<unknown> =>
  sql.table(`snapshot_${table}`)

/** Makes those tables like the others, after a migration that may have changed these. */
export async function makeSnapshotTables(tx: Db): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regproc('steward_make_snapshot_tables') is not null as exists`.execute(tx)
  if (rows[0]?.exists)
    await sql`call steward_make_snapshot_tables(${[...recordTables]}::text[])`.execute(tx)
}

/** The columns of a table. */
export async function columnsOf(db: Db, table: RecordTable): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select attname::text as name, attgenerated <> '' as "isGenerated",
      case when attnotnull and attgenerated = '' then pg_get_expr(adbin, adrelid) end as fallback
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum
  `.execute(db)
  return rows
}

/** The prepared records of a snapshot. */
export const inSnapshot = ({ id }: Snapshot): Condition => ({
  sql: sql<SqlBool>`t.snapshot = ${id}`,
})

/** Records that haven't changed since; the fence (`offset 0`) keeps the order of the index that a page is read by. */
export const notChanged = ({ id }: Snapshot): Condition => ({
  sql: sql<SqlBool>`not exists (
    select from snapshot_changes as changed where changed.snapshot = ${id} and changed.id = t.id offset 0)`,
})

/** The rows `t` as they are now of what has changed since. */
export const changedRecords = ({ id, table }: Snapshot): RawBuilder<unknown> => sql`
  snapshot_changes as changed join ${sql.table(table)} as t
    on changed.snapshot = ${id} and t.id = changed.id`

/** All columns of the table, of the row `t`. */
export const allColumns = ({ columns }: Snapshot): RawBuilder<unknown> =>
  sql.join(columns.map(({ name }) => sql.ref(`t.${name}`)))

/** Totals and sums of one snapshot that are kept. */
const maxKnown = 200

/** Works something out once for a snapshot and some conditions, for which it never changes. */
export async function once<T>(
  db: Db,
  { known }: Snapshot,
  what: string,
  conditions: readonly Condition[],
  work: () => Promise<T>,
): Promise<T> {
  const key = keyOf(db, conditions, what)
  const found = known.has(key) ? (known.get(key) as T) : await work()
  keepLatest(known, key, found, maxKnown)
  return found
}
