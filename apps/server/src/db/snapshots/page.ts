import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { hasCounter, totalOf } from '../counts/totals.ts'
import { type Condition, where } from '../list/conditions.ts'
import {
  cutOf,
  type Listing,
  orderBy,
  type Page,
  type PageQuery,
  paginationOf,
  type Sort,
  sortOf,
} from '../list/listing.ts'
import { joinsAsOf } from './rewind.ts'
import {
  allColumns,
  changedRecords,
  inSnapshot,
  notChanged,
  once,
  type Snapshot,
  snapshotTable,
} from './snapshot.ts'

/**
 * How many rows of a list are read from their table, and how many are prepared. Their sum stays; what is unchanged
 * becomes less, and once there is none of it, none comes.
 */
interface Parts {
  unchanged: number
  prepared: number
}

/**
 * A page of a snapshot: what is unchanged is read from its table, and what has changed since from what is prepared
 * of it, each by its own indexes, and both are merged.
 * @param all all of the conditions, of the search too
 */
export async function readPage<Row>(
  db: Db,
  snapshot: Snapshot,
  listing: Listing,
  query: PageQuery,
  all: readonly Condition[],
): Promise<Page<Row>> {
  const parts = await once(db, snapshot, 'total', all, () => countParts(db, snapshot, all))
  const total = parts.unchanged + parts.prepared
  const pagination = paginationOf(query, total)
  const skip = (query.page - 1) * query.limit
  if (query.total === 'only' || skip >= total) return { rows: [], pagination }

  const { sort, descending } = sortOf(listing, query.sort)
  const { fromEnd, rows, offset } = cutOf(query.limit, skip, total)
  const cut = orderBy(sort, descending, fromEnd)
  const sideOf =
    (from: RawBuilder<unknown>, which: readonly Condition[]) => (end: RawBuilder<unknown>) =>
      sql`
      select ${allColumns(snapshot)}, ${sort.by} as steward_key
      from ${from} as t ${where([...which, ...all])} ${cut} ${end}`
  const unchanged =
    parts.unchanged > 0 ? await unchangedParts(db, snapshot, listing, query.sort, fromEnd, all) : []
  const sides = [
    ...unchanged.map((part) => sideOf(sql.table(snapshot.table), [notChanged(snapshot), ...part])),
    sideOf(snapshotTable(snapshot.table), [inSnapshot(snapshot)]),
  ]
  const limit = sql`limit ${sql.lit(rows)} offset ${sql.lit(offset)}`
  const [only, other] = sides
  const merged: Sort = { ...sort, by: sql`t.steward_key` }
  const page =
    only && !other
      ? only(limit)
      : sql`
        select t.* from (
          ${sql.join(
            sides.map((side) => sql`(${side(sql`limit ${sql.lit(offset + rows)}`)})`),
            sql` union all `,
          )}
        ) as t ${orderBy(merged, descending, fromEnd)} ${limit}`
  const order = orderBy(sort, descending, false)
  const found = await sql<Row>`
    select ${listing.columns}, row_number() over (${order}) as steward_place
    from (${page}) as t
    ${joinsAsOf(listing, snapshot.moment)}
    order by steward_place
  `.execute(db)
  return { rows: found.rows, pagination }
}

async function countParts(db: Db, snapshot: Snapshot, all: readonly Condition[]): Promise<Parts> {
  const { table, whole } = snapshot
  const counted = all.some(({ people }) => people) || hasCounter(all)
  const unchanged = whole
    ? sql`0`
    : counted
      ? sql`${totalOf(table, all)} - (select count(*) from ${changedRecords(snapshot)} ${where(all)})`
      : sql`(select count(*) from ${sql.table(table)} as t ${where([notChanged(snapshot), ...all])})`
  const found = await sql<Parts>`
    select (${unchanged})::bigint as unchanged, (
      select count(*) from ${snapshotTable(table)} as t ${where([inSnapshot(snapshot), ...all])}
    ) as prepared
  `.execute(db)
  return found.rows[0] ?? { unchanged: 0, prepared: 0 }
}

/** The first unchanged row of an order. */
interface First {
  key: string
  id: string
}

/**
 * The conditions of the parts in which unchanged rows are read. Rows without a value are a part of their own, since no
 * comparison finds them. The others begin at the first unchanged row: what has changed since is often together at
 * one end (new records, new deletions), and each row that is passed over costs. What is unchanged only becomes
 * less, so that such a beginning, once found, holds.
 * @param all the conditions of the list, of which that on deleted rows decides about the index
 */
async function unchangedParts(
  db: Db,
  snapshot: Snapshot,
  listing: Listing,
  asked: string,
  fromEnd: boolean,
  all: readonly Condition[],
): Promise<Condition[][]> {
  const { sort, descending } = sortOf(listing, asked)
  const deletion = all.filter(({ facet }) => facet?.name === 'deleted')
  const without: Condition[][] = sort.nullable ? [[{ sql: sql<SqlBool>`${sort.by} is null` }]] : []
  const some: Condition[] = sort.nullable ? [{ sql: sql<SqlBool>`${sort.by} is not null` }] : []
  const name = JSON.stringify(['first', asked, fromEnd])
  const first = await once(db, snapshot, name, deletion, async () => {
    const found = await sql<First>`
      select (${sort.by})::text as key, t.id from ${sql.table(snapshot.table)} as t
      ${where([notChanged(snapshot), ...some, ...deletion])}
      ${orderBy(sort, descending, fromEnd)} limit 1
    `.execute(db)
    return found.rows[0]
  })
  if (!first) return without
  const sign = sql.raw(descending === fromEnd ? '>=' : '<=')
  const from = sql<SqlBool>`(${sort.by}, t.id) ${sign} (${first.key}, ${first.id}::uuid)`
  return [[{ sql: from }], ...without]
}
