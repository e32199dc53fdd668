import { type RawBuilder, type SqlBool, sql } from 'kysely'
import pg from 'pg'
import { keepLatest } from '../../keep-latest.ts'
import type { Db } from '../connection/connection.ts'
import { isDistributed } from '../connection/distributed.ts'
import { queryAll, queryColumn } from '../connection/query.ts'
import { type Condition, keyOf } from '../filters/conditions.ts'
import { type RecordTable, recordTables } from '../schema/tables.ts'

export interface Column {
  name: string
  isGenerated: boolean
  /** The SQL of the default, for a column that is never null; of a text without one, which may have been erased, `''`. */
  fallback: string | null
}

export interface Snapshot {
  id: string
  table: RecordTable
  moment: string
  /** Whether it also holds the records that haven't changed. */
  whole: boolean
  /** All columns of the table, in their order. */
  columns: readonly Column[]
  /** Totals and sums by key; they never change, since the moment is past. */
  known: Map<string, unknown>
}

export const snapshotTable = (table: RecordTable): RawBuilder<unknown> =>
  sql.table(`snapshot_${table}`)

/**
 * Makes the tables of snapshots like those of records, with the columns and the indexes of their lists, after a migration
 * may have changed these.
 */
export async function makeSnapshotTables(tx: Db): Promise<void> {
  const [exists] = await queryColumn(tx)<boolean>`select to_regclass('snapshots') is not null`
  if (!exists) return
  // An area that is new in this version has no table before its migration.
  const there = await queryColumn(tx)<string>`
    select name from unnest(${[...recordTables]}::text[]) as name where to_regclass(name) is not null`
  const filled = await queryAll(tx)<{ table: string; column: string }>`
    select relname as table, attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
    where attrelid = any(${there}::regclass[]) and attnum > 0 and attnotnull and attgenerated = ''`
  const indexes = await queryAll(tx)<{ table: string; name: string; definition: string }>`
    select tablename as table, indexname as name, indexdef as definition from pg_indexes
    where schemaname = current_schema() and tablename = any(${there}::text[])
      and indexdef ~ '^CREATE INDEX .* USING btree'
    order by indexname`
  const quote = pg.escapeIdentifier
  const statements = there.flatMap((source) => {
    const target = quote(`snapshot_${source}`)
    // An entry of a deletion from before a column was added doesn't hold it.
    const nullable = filled.filter(({ table }) => table === source)
    return [
      `drop table if exists ${target}`,
      `create unlogged table ${target} (snapshot uuid, like ${quote(source)} including generated)`,
      ...nullable.map(
        ({ column }) => `alter table ${target} alter column ${quote(column)} drop not null`,
      ),
      `alter table ${target} add primary key (snapshot, id)`,
      ...indexes
        .filter(({ table }) => table === source)
        .map(({ name, definition }) =>
          definition
            .replace(
              /^CREATE INDEX \S+ ON \S+/,
              () => `create index ${quote(`snapshot_${name}`)} on ${target}`,
            )
            .replace('USING btree (', 'USING btree (snapshot, '),
        ),
    ]
  })
  statements.push('truncate snapshots, snapshot_changes, snapshot_counts')
  await sql.raw(statements.join(';\n')).execute(tx)
}

/** A digest of what the tables of snapshots are made from: columns and indexes of those of records. */
export const readRecordShapes = async (tx: Db): Promise<string | undefined> =>
  (
    await queryColumn(tx)`
      select md5(string_agg(line, '\n' order by line)) from (
        select concat_ws(' ', attrelid::regclass, attnum, attname, format_type(atttypid, atttypmod), attgenerated,
          pg_get_expr(adbin, adrelid))
        from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid in (select to_regclass(name) from unnest(${[...recordTables]}::text[]) as name) and attnum > 0 and not attisdropped
        union all
        select indexdef from pg_indexes
        where schemaname = current_schema() and tablename = any(${[...recordTables]}::text[])
      ) as shape (line)`
  )[0]

export const columnsOf = (db: Db, table: RecordTable) =>
  queryAll(db)<Column>`
    select attname::text as name, attgenerated <> '' as "isGenerated",
      case when attnotnull and attgenerated = '' then
        coalesce(pg_get_expr(adbin, adrelid), case when atttypid = 'text'::regtype then '''''' end)
      end as fallback
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum
  `

export const inSnapshot = ({ id }: Snapshot): Condition => ({
  sql: sql<SqlBool>`t.snapshot = ${id}`,
})

/** The optimization fence (`offset 0`) keeps the order of the page's index; the nodes of Citus are sent the ids. */
export const notChanged = (db: Db, { id, table }: Snapshot): Condition => {
  const changed = sql`select changed.id from snapshot_changes as changed where changed.snapshot = ${id}`
  return {
    sql: isDistributed(db, table)
      ? sql<SqlBool>`t.id not in (${changed})`
      : sql<SqlBool>`not exists (${changed} and changed.id = t.id offset 0)`,
  }
}

/** The changed records in their present state, as `t`. */
export const changedRecords = ({ id, table }: Snapshot): RawBuilder<unknown> => sql`
  snapshot_changes as changed join ${sql.table(table)} as t
    on changed.snapshot = ${id} and t.id = changed.id`

export const allColumns = ({ columns }: Snapshot): RawBuilder<unknown> =>
  sql.join(columns.map(({ name }) => sql.ref(`t.${name}`)))

const maxKnown = 200

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
