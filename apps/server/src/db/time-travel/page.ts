import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { queryAll, queryFirst } from '../connection/query.ts'
import { hasCounter, totalOf } from '../counts/totals.ts'
import { type Condition, where } from '../filters/conditions.ts'
import {
  type Cursor,
  cutOf,
  type Listing,
  limit,
  type Order,
  orderBy,
  orderOf,
  type Page,
  type PageQuery,
  paginationOf,
} from '../list/listing.ts'
import { joinsAsOf, loggedOfJoined } from './rewind.ts'
import {
  allColumns,
  changedRecords,
  inSnapshot,
  notChanged,
  once,
  type Snapshot,
  snapshotTable,
} from './snapshot.ts'

/** A page at a moment: merges unchanged and prepared rows, each by their indexes; `all` includes the search. */
export async function readPage<Row>(
  db: Db,
  snapshot: Snapshot,
  listing: Listing,
  query: PageQuery,
  all: readonly Condition[],
): Promise<Page<Row>> {
  const counted = await once(db, snapshot, 'total', all, () => countParts(db, snapshot, all))
  const total = counted.unchanged + counted.prepared
  const pagination = paginationOf(query, total)
  const skip = (query.page - 1) * query.limit
  if (query.total === 'only' || skip >= total) return { rows: [], pagination }

  const order = orderOf(listing, query.sort)
  const { fromEnd, rows, offset } = cutOf(query.limit, skip, total)
  const side = (from: RawBuilder<unknown>, which: readonly Condition[]) => sql`
    select ${allColumns(snapshot)}, ${order.by} as steward_key
    from ${from} as t ${where([...which, ...all])} ${orderBy(order, fromEnd)}`
  const unchanged =
    counted.unchanged > 0
      ? await unchangedParts(db, snapshot, order, `${fromEnd} ${query.sort}`, fromEnd, all)
      : []
  const sides = [
    ...unchanged.map((part) => side(sql.table(snapshot.table), [notChanged(db, snapshot), part])),
    side(snapshotTable(snapshot.table), [inSnapshot(snapshot)]),
  ].map((each) => sql`(${each} ${limit(offset + rows)})`)
  const key = sql`t.steward_key`
  const found = await queryAll(db)<Row>`
    with cut as materialized (
      select t.* from (${sql.join(sides, sql` union all `)}) as t
      ${orderBy(order, fromEnd, key)} ${limit(rows, offset)}
    ) ${loggedOfJoined(listing, snapshot.moment)}
    select ${listing.columns}, row_number() over (${orderBy(order)}) as steward_place
    from cut as t
    ${joinsAsOf(listing, snapshot.moment)}
    order by steward_place
  `
  return { rows: found, pagination }
}

/** Counts unchanged and prepared rows. Their sum stays the same, while unchanged rows only become fewer. */
async function countParts(db: Db, snapshot: Snapshot, all: readonly Condition[]) {
  const { table, whole } = snapshot
  const isCounted = all.some(({ people }) => people) || hasCounter(all)
  const unchanged = whole
    ? sql`0`
    : isCounted
      ? sql`${totalOf(table, all)} - (select count(*) from ${changedRecords(snapshot)} ${where(all)})`
      : sql`(select count(*) from ${sql.table(table)} as t ${where([notChanged(db, snapshot), ...all])})`
  const counted = await queryFirst(db)<{ unchanged: number; prepared: number }>`
    select (${unchanged})::bigint as unchanged, (
      select count(*) from ${snapshotTable(table)} as t ${where([inSnapshot(snapshot), ...all])}
    ) as prepared
  `
  return counted ?? { unchanged: 0, prepared: 0 }
}

/**
 * Conditions that hold for every unchanged row: from the first one on, or null, which no comparison finds.
 * Changed rows are often together at one end, and unchanged ones only become fewer. `name` is that of order and
 * direction.
 */
async function unchangedParts(
  db: Db,
  snapshot: Snapshot,
  order: Order,
  name: string,
  fromEnd: boolean,
  all: readonly Condition[],
): Promise<Condition[]> {
  const { by, nullable, descending } = order
  const deletion = all.filter(({ facet }) => facet?.name === 'deleted')
  const without = nullable ? [{ sql: sql<SqlBool>`${by} is null` }] : []
  const some = nullable ? [{ sql: sql<SqlBool>`${by} is not null` }] : []
  const readFirst = () => queryFirst(db)<Cursor>`
      select (${by})::text as key, t.id from ${sql.table(snapshot.table)} as t
      ${where([notChanged(db, snapshot), ...some, ...deletion])}
      ${orderBy(order, fromEnd)} limit 1`
  const first = await once(db, snapshot, `first ${name}`, deletion, readFirst)
  if (!first) return without
  const sign = sql.raw(descending === fromEnd ? '>=' : '<=')
  return [{ sql: sql`(${by}, t.id) ${sign} (${first.key}, ${first.id}::uuid)` }, ...without]
}
