import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { SharedReads } from '../batched-reads.ts'
import { readWithin } from '../cancellation.ts'
import { type Condition, where } from '../conditions.ts'
import type { Db } from '../connection.ts'
import { adviceFor, listPage, mostListMs } from '../list-page.ts'
import {
  cutOf,
  findRow,
  joinsFor,
  type Listing,
  orderBy,
  type Page,
  type PageQuery,
  paginationOf,
  type Sort,
  sortOf,
} from '../listing.ts'
import { searchConditions } from '../search.ts'
import { hasCounter, totalOf } from '../totals.ts'
import { partsFrom, unchangedSince } from './lead.ts'
import { type Past, pastTable, type View } from './view.ts'

/**
 * How many rows of a list stand in their table as they stood then, and how many are prepared. Their sum
 * stays; what is unchanged becomes less, and once there is none of it, none comes.
 */
interface Parts {
  unchanged: number
  prepared: number
}

/**
 * A page of a list, as it is or as it stood: at a moment, what is unchanged since is read where it
 * stands, and what has changed since from what is prepared of it, each by its own indexes.
 * @param conditions all of which must hold, beside the search
 */
export async function listView<Row>(
  view: View,
  listing: Listing,
  query: PageQuery,
  conditions: readonly Condition[],
): Promise<Page<Row>> {
  const { past } = view
  return past
    ? await readWithin(mostListMs, adviceFor(query), () =>
        pastPage<Row>(view, past, listing, query, conditions),
      )
    : await presentPage<Row>(view.db, listing, query, conditions)
}

/** One row of a list by its id, deleted or not, as it is or as it stood; undefined where there is none. */
export async function findInView<Row>(
  view: View,
  listing: Listing,
  id: string,
): Promise<Row | undefined> {
  const { db, past } = view
  if (!past) return await findRow<Row>(db, listing, id)
  const found = await sql<Row>`
    select ${listing.columns} from (${rowsOf(past, [{ sql: sql<SqlBool>`t.id = ${id}` }])}) as t
    ${joinsFor(listing, past.moment)}
  `.execute(db)
  return found.rows[0]
}

const shared = new WeakMap<Db, WeakMap<Listing, SharedReads>>()

/** A page of a list as it is, read once for all who ask for it at the same time. */
async function presentPage<Row>(
  db: Db,
  listing: Listing,
  query: PageQuery,
  conditions: readonly Condition[],
): Promise<Page<Row>> {
  const read = () => listPage<Row>(db, listing, query, conditions)
  if (db.isTransaction) return await read()
  const { page, limit, sort, search, total } = query
  const { sql: text, parameters } = sql`${where(conditions)}`.compile(db)
  const key = JSON.stringify([page, limit, sort, search, total, text, parameters])
  return await readsOf(db, listing).read(key, read)
}

function readsOf(db: Db, listing: Listing): SharedReads {
  const ofDb = shared.get(db) ?? new WeakMap<Listing, SharedReads>()
  shared.set(db, ofDb)
  const reads = ofDb.get(listing) ?? new SharedReads()
  ofDb.set(listing, reads)
  return reads
}

async function pastPage<Row>(
  view: View,
  past: Past,
  listing: Listing,
  query: PageQuery,
  conditions: readonly Condition[],
): Promise<Page<Row>> {
  const all = [...conditions, ...searchConditions(listing, query.search, past.moment)]
  const parts = await once(past, view, all, 'total', () => countParts(view, past, listing, all))
  const total = parts.unchanged + parts.prepared
  const pagination = paginationOf(query, total)
  const skip = (query.page - 1) * query.limit
  if (query.total === 'only' || skip >= total) return { rows: [], pagination }

  const { sort, descending } = sortOf(listing, query.sort)
  const { fromEnd, rows, offset } = cutOf(query.limit, skip, total)
  const unchanged =
    parts.unchanged > 0 ? await partsFrom(view, past, listing, query.sort, fromEnd, all) : []
  const cut = orderBy(sort, descending, fromEnd)
  const side = (
    from: RawBuilder<unknown>,
    which: readonly Condition[],
    end: RawBuilder<unknown>,
  ) => sql`
    select ${columnsOf(past)}, ${sort.by} as steward_key
    from ${from} as t ${where([...which, ...all])} ${cut} ${end}`
  const sides = [
    ...unchanged.map((part) => [sql.table(past.table), [unchangedSince(past), ...part]] as const),
    [pastTable(past.table), [preparedIn(past)]] as const,
  ]
  const page = sql`limit ${sql.lit(rows)} offset ${sql.lit(offset)}`
  const [only, other] = sides
  const merged: Sort = { ...sort, by: sql`t.steward_key` }
  const cutOut =
    only && !other
      ? side(...only, page)
      : sql`
        select t.* from (
          ${sql.join(
            sides.map(
              ([from, which]) => sql`(${side(from, which, sql`limit ${sql.lit(offset + rows)}`)})`,
            ),
            sql` union all `,
          )}
        ) as t ${orderBy(merged, descending, fromEnd)} ${page}`
  const order = orderBy(sort, descending, false)
  const found = await sql<Row>`
    select ${listing.columns}, row_number() over (${order}) as steward_place
    from (${cutOut}) as t
    ${joinsFor(listing, past.moment)}
    order by steward_place
  `.execute(view.db)
  return { rows: found.rows, pagination }
}

/** The rows `t` of a past that some conditions match, in no order, with all columns of the table. */
export const rowsOf = (past: Past, conditions: readonly Condition[]): RawBuilder<unknown> => {
  const prepared = sql`
    select ${columnsOf(past)} from ${pastTable(past.table)} as t
    ${where([preparedIn(past), ...conditions])}`
  if (past.whole) return prepared
  return sql`
    select ${columnsOf(past)} from ${sql.table(past.table)} as t
    ${where([unchangedSince(past), ...conditions])}
    union all ${prepared}`
}

/** The rows `t` as they are of what has changed since. */
export const changedRows = (past: Past): RawBuilder<unknown> => sql`
  past_ids as changed join ${sql.table(past.table)} as t
    on changed.past = ${past.id} and t.id = changed.id`

/** Works something out once for a moment and some conditions, at which it never changes. */
export async function once<T>(
  past: Past,
  { db }: View,
  conditions: readonly Condition[],
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  const { known } = past
  const { sql: text, parameters } = sql`${where(conditions)}`.compile(db)
  const key = JSON.stringify([what, text, parameters])
  const found = known.has(key) ? (known.get(key) as T) : await work()
  known.delete(key)
  known.set(key, found)
  for (const oldest of known.keys()) {
    if (known.size <= mostKnown) break
    known.delete(oldest)
  }
  return found
}

/** Totals and sums of one past that are kept. */
const mostKnown = 200

async function countParts(
  { db }: View,
  past: Past,
  { table }: Listing,
  all: readonly Condition[],
): Promise<Parts> {
  const counted = all.some(({ people }) => people) || hasCounter(all)
  const unchanged = past.whole
    ? sql`0`
    : counted
      ? sql`${totalOf(table, all)} - (select count(*) from ${changedRows(past)} ${where(all)})`
      : sql`(select count(*) from ${sql.table(table)} as t ${where([unchangedSince(past), ...all])})`
  const found = await sql<Parts>`
    select (${unchanged})::bigint as unchanged, (
      select count(*) from ${pastTable(past.table)} as t ${where([preparedIn(past), ...all])}
    ) as prepared
  `.execute(db)
  return found.rows[0] ?? { unchanged: 0, prepared: 0 }
}

const columnsOf = ({ columns }: Past) => sql.join(columns.map((column) => sql.ref(`t.${column}`)))

const preparedIn = (past: Past): Condition => ({ sql: sql<SqlBool>`t.past = ${past.id}` })
