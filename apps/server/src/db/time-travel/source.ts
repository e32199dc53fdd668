import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { queryAll, queryFirst } from '../connection/query.ts'
import { hasCounter, whereCounter } from '../counts/totals.ts'
import { type Condition, where } from '../filters/conditions.ts'
import { searchConditions } from '../filters/search.ts'
import type { Listing, PageQuery } from '../list/listing.ts'
import { adviceFor, maxListMs } from '../list/page.ts'
import { facetsOf, type Source, type Sums } from '../list/source.ts'
import { readWithin } from '../reads/cancellation.ts'
import type { RecordTable } from '../schema/tables.ts'
import { readPage } from './page.ts'
import { joinsAsOf, loggedOfJoined, loggedSince, namesAsOf, recordAsOf } from './rewind.ts'
import {
  allColumns,
  changedRecords,
  inSnapshot,
  notChanged,
  once,
  type Snapshot,
  snapshotTable,
} from './snapshot.ts'

/** Reads records as of the snapshot's moment; `db` is a transaction for which the snapshot is up to date. */
export function snapshotRecords(db: Db, snapshot: Snapshot): Source {
  const { id, moment } = snapshot
  const within = <R>(
    listing: Listing,
    query: Pick<PageQuery, 'search'>,
    conditions: readonly Condition[],
    work: (all: readonly Condition[]) => Promise<R>,
  ) => {
    const searched = searchConditions(db, listing, query.search, namesAsOf(moment))
    return readWithin(maxListMs, adviceFor(query), () => work([...conditions, ...searched]))
  }
  return {
    db,
    now: sql<string>`${moment}::timestamptz`,
    table: (name, alias) =>
      sql`(select * from ${snapshotTable(name)} where snapshot = ${id}) as ${sql.ref(alias)}`,
    countIn: (name, conditions = []) =>
      // Rows of another table are counted when the snapshot is made, for everybody.
      conditions.length > 0
        ? sql<null>`null::bigint`
        : sql<number>`
      coalesce((select n from snapshot_counts where snapshot = ${id} and name = ${name} and key = t.id), 0)`,
    page: (listing, query, conditions) =>
      within(listing, query, conditions, (all) => readPage(db, snapshot, listing, query, all)),
    find: (listing, id, conditions = []) => {
      const rows = rowsWhere(db, snapshot, [{ sql: sql<SqlBool>`t.id = ${id}` }, ...conditions])
      return findIn(db, listing, sql`(${rows})`, moment)
    },
    sum: (listing, sums, query, conditions) =>
      within(listing, query, conditions, (all) => sumRows(db, snapshot, sums, all)),
  }
}

/** Reads single records as of a moment by rewinding each, without a snapshot. */
export const recordsAsOf = (db: Db, moment: string): Pick<Source, 'find' | 'now'> => ({
  now: sql<string>`${moment}::timestamptz`,
  find: (listing, id, conditions = []) => {
    const one = sql`${id}::uuid`
    const record = recordAsOf(listing.table as RecordTable, one, moment)
    const rows = sql`(
      with ${loggedSince(sql`select ${one}`, moment)}
      select * from (select * from ${record} as record) as t ${where(conditions)})`
    return findIn(db, listing, rows, moment)
  },
})

const findIn = <Row>(db: Db, listing: Listing, rows: RawBuilder<unknown>, moment: string) =>
  queryFirst(db)<Row>`
    with cut as materialized (select * from ${rows} as t) ${loggedOfJoined(listing, moment)}
    select ${listing.columns} from cut as t ${joinsAsOf(listing, moment)}`

/** The rows of a snapshot that meet the conditions, in no order. */
function rowsWhere(
  db: Db,
  snapshot: Snapshot,
  conditions: readonly Condition[],
): RawBuilder<unknown> {
  const { table, whole } = snapshot
  const prepared = sql`
    select ${allColumns(snapshot)} from ${snapshotTable(table)} as t
    ${where([inSnapshot(snapshot), ...conditions])}`
  if (whole) return prepared
  return sql`
    select ${allColumns(snapshot)} from ${sql.table(table)} as t
    ${where([notChanged(db, snapshot), ...conditions])}
    union all ${prepared}`
}

/** Sums from the counter of the table, corrected by what has changed since the moment. */
async function sumRows<Row>(
  db: Db,
  snapshot: Snapshot,
  { by, amount }: Sums,
  all: readonly Condition[],
): Promise<Row[]> {
  const { table } = snapshot
  const columns = sql.join(by.map((column) => sql.ref(column)))
  const summed = sql.ref(amount)
  const counters = sql`
    select ${facetsOf(by)}, n, amount from current_counters ${whereCounter(table, all)}
    union all
    select ${columns}, -1, -t.${summed} from ${changedRecords(snapshot)} ${where(all)}
    union all
    select ${columns}, 1, t.${summed} from ${snapshotTable(table)} as t
    ${where([inSnapshot(snapshot), ...all])}`
  const rows = sql`
    select ${columns}, 1 as n, ${summed} as amount from (${rowsWhere(db, snapshot, all)}) as t`
  const read = () => queryAll(db)<Row>`
      select ${columns}, sum(n)::bigint as count, sum(amount)::text as amount
      from (${hasCounter(all) ? counters : rows}) as t
      group by ${columns} having sum(n) > 0 order by ${columns}`
  return await once(db, snapshot, 'sums', all, read)
}
