import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { continually, type Repeated } from '../../periodic.ts'
import type { Db } from '../connection/connection.ts'
import { queryExists, queryNumber } from '../connection/query.ts'
import type { RecordTable } from '../schema/tables.ts'
import { analyze } from '../statistics/analyze.ts'
import { countedColumns, deltaColumns, deltasOf, isCounted } from './counted.ts'

/** The columns that the CTE `changed` has to have, so that what it holds can be counted. */
export const returnedFor = (table: RecordTable): RawBuilder<unknown> =>
  isCounted(table) ? sql.join(countedColumns(table).map((name) => sql.ref(name))) : sql`id`

/**
 * A CTE that appends the deltas of a change to the statement that makes it, whose rows are the CTE `changed`; empty for
 * a table whose rows aren't counted.
 * @param rows a query of the rows that came (step 1) and went (-1), with {@link returnedFor}
 */
const append = (table: RecordTable, rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  isCounted(table)
    ? sql`, deltas as (insert into counter_deltas (${deltaColumns}) ${deltasOf(table, sql`(${rows}) as t`)})`
    : sql``

/** Counts inserted rows. */
export const appendInserted = (table: RecordTable) =>
  append(table, sql`select 1 as step, ${returnedFor(table)} from changed`)

/** Counts deleted rows. */
export const appendPurged = (table: RecordTable) =>
  append(table, sql`select -1 as step, ${returnedFor(table)} from changed`)

/**
 * Counts updated rows.
 * @param before the rows as they were
 * @param names the columns that the update sets
 */
export function appendUpdated(
  table: RecordTable,
  before: readonly object[],
  names: readonly string[],
): RawBuilder<unknown> {
  const columns = countedColumns(table)
  if (!isCounted(table)) return sql``
  // It counts nowhere else, and is a change of the table all the same.
  if (!columns.some((column) => names.includes(column)))
    return sql`, deltas as (
      insert into counter_deltas (area, n) select ${sql.lit(table)}, 0 where exists (select 1 from changed))`
  const kept = before.map((row) =>
    Object.fromEntries(
      Object.entries(row).filter(([name]) => name === 'id' || columns.includes(name)),
    ),
  )
  const rows = sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(kept)}::json)`
  return append(
    table,
    sql`
      select 1 as step, ${returnedFor(table)} from changed
      union all
      select -1, ${returnedFor(table)} from ${rows} as was where was.id in (select id from changed)`,
  )
}

/**
 * Appends the deltas of changed rows in a statement of its own, where that of the change may not: Citus refuses to update a
 * table that it doesn't know together with one that it does.
 * @param deltas one of the lists of CTEs above
 */
export async function countApart(
  tx: Db,
  table: RecordTable,
  changed: readonly object[],
  deltas: RawBuilder<unknown>,
): Promise<void> {
  if (!isCounted(table) || changed.length === 0) return
  await sql`
    with changed as (
      select * from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(changed)}::json)
    ) ${deltas} select 1 from changed limit 0`.execute(tx)
}

/** The pause between two foldings, in milliseconds. */
const beatMs = 500

/** How many deltas one transaction folds. */
const maxDeltas = 20_000

/** After how many folded deltas the table is vacuumed, since readers pass over dead rows. */
const maxGone = 5_000

/** The lock of whoever folds; another server passes by. */
const foldingLock = sql.lit(7_203_120)

/** Folds deltas into counters, at most so many, and returns how many; none while another server folds. */
export const foldSome = (db: Db, most = maxDeltas): Promise<number> =>
  queryNumber(db)`
    with free as materialized (
      select pg_try_advisory_xact_lock(${foldingLock}) as mine where exists (select 1 from counter_deltas)
    ), taken as (
      delete from counter_deltas
      where id = any(array(select id from counter_deltas where (select mine from free) order by id limit ${most}::int))
      returning *
    ), by_facets as (
      insert into counters as t (area, facets, n, amount)
      select area, facets, sum(n), sum(amount) from taken where facets is not null
      group by 1, 2 having sum(n) <> 0 or sum(amount) <> 0
      on conflict (area, facets) do update set n = t.n + excluded.n, amount = t.amount + excluded.amount
    ), by_person as (
      insert into person_counters as t (area, user_id, deleted, n)
      select area, person, deleted, sum(n) from taken where person is not null
      group by 1, 2, 3 having sum(n) <> 0
      on conflict (area, user_id, deleted) do update set n = t.n + excluded.n
    ), by_day as (
      insert into daily_counters as t (area, facets, day, n)
      select area, daily, day, sum(n) from taken where day is not null
      group by 1, 2, 3 having sum(n) <> 0
      on conflict (area, day, facets) do update set n = t.n + excluded.n
    ), noted as (
      insert into folded_deltas as t (area, n) select area, count(*) from taken group by 1
      on conflict (area) do update set n = t.n + excluded.n
    )
    select count(*) from taken`

/** Folds all deltas that are there now, such as after a bulk load; waits while another server folds. */
export async function foldDeltas(db: Db): Promise<void> {
  const last = await queryNumber(db)`select max(id) from counter_deltas`
  while (await queryExists(db)`select 1 from counter_deltas where id <= ${last} limit 1`)
    if ((await foldSome(db)) === 0) await wait(20)
  await analyze(db, ['counter_deltas'])
}

/** Folds deltas in the background, also on several servers; `onError` gets the first failure in a row. */
export function startFolding(db: Db, onError: (error: unknown) => void): Repeated {
  let gone = 0
  const work = async () => {
    const folded = await foldSome(db)
    gone += folded
    if (gone >= maxGone) {
      gone = 0
      await analyze(db, ['counter_deltas'])
    }
    return folded >= maxDeltas
  }
  return continually(beatMs, work, onError)
}
