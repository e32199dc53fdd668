import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { countRows, knownCount, maxTotalMs } from '../counts/count-cache.ts'
import { hasCounter, keptTotalOf } from '../counts/totals.ts'
import { beginReading, readWithin } from '../reads/cancellation.ts'
import { type Condition, where } from './conditions.ts'
import { farRows, isFar } from './far-page.ts'
import {
  type Listing,
  orderBy,
  type Page,
  type PageQuery,
  pageFrom,
  pageOf,
  paginationOf,
  sortOf,
} from './listing.ts'
import { matching, searchConditions } from './search.ts'

/** What a list may take of the database; milliseconds. */
export const maxListMs = 5_000

/**
 * The one list query: a page of a table with its exact total.
 * @param conditions all of which must hold, beside the search
 * @throws {TookTooLong} with what to narrow
 */
export async function listPage<Row>(
  db: Db,
  listing: Listing,
  query: PageQuery,
  conditions: readonly Condition[],
): Promise<Page<Row>> {
  const asked: Asked = {
    listing,
    query,
    all: [...conditions, ...searchConditions(listing, query.search)],
    skip: (query.page - 1) * query.limit,
  }
  const limit = query.total === 'only' ? maxTotalMs : maxListMs
  return await readWithin(limit, adviceFor(query), async () => {
    const total = listing.total?.(asked.all) ?? keptTotalOf(listing.table, asked.all)
    return total ? await keptPage(db, asked, total) : await countedPage(db, asked)
  })
}

/** What would make a list that took too long quicker. */
export const adviceFor = ({ search }: { search: string }): string =>
  search === ''
    ? 'Set another filter, or go to an earlier page.'
    : 'Search for a longer word, or set a filter beside it.'

interface Asked {
  listing: Listing
  query: PageQuery
  /** All conditions, of the search too. */
  all: readonly Condition[]
  skip: number
}

/** A page whose total is kept. */
async function keptPage<Row>(
  db: Db,
  { listing, query, all, skip }: Asked,
  total: RawBuilder<number>,
): Promise<Page<Row>> {
  if (!isFar(all, skip) && query.total !== 'only') {
    const found = await sql<Row & { steward_total: number; steward_row: true | null }>`
      select counted.n as steward_total, listed.*
      from (select ${total} as n) as counted
      left join (${pageOf(listing, query, all, skip, null)}) as listed on true
      order by listed.steward_place
    `.execute(db)
    const count = found.rows[0]?.steward_total ?? 0
    const rows = found.rows.filter((row) => row.steward_row)
    return { rows, pagination: paginationOf(query, count) }
  }
  const counted = await sql<{ n: number }>`select ${total} as n`.execute(db)
  return await pageKnowing<Row>(db, { listing, query, all, skip }, counted.rows[0]?.n ?? 0)
}

/** A page whose total has to be counted. */
async function countedPage<Row>(db: Db, asked: Asked): Promise<Page<Row>> {
  const { listing, query, all, skip } = asked
  const matched = { table: listing.table, conditions: all }
  if (query.total === 'only' || isFar(all, skip)) {
    return await pageKnowing<Row>(db, asked, await countRows(db, matched, query.total === 'only'))
  }
  const total =
    query.total === 'later'
      ? beginReading(() => knownCount(db, matched))
      : beginReading<number | undefined>(() => countRows(db, matched, false))
  const found = await readRows<Row>(db, asked)
  const rows = found.slice(0, query.limit)
  const more = found.length > rows.length
  if (!more && (rows.length > 0 || skip === 0)) {
    total.drop()
    return { rows, pagination: paginationOf(query, skip + rows.length) }
  }
  const known = await total.result
  if (known !== undefined) return { rows, pagination: paginationOf(query, known) }
  const atLeast = paginationOf(query, more ? skip + rows.length + 1 : 0)
  return { rows, pagination: { ...atLeast, exact: false } }
}

/** A page whose total is known before its rows are read. */
async function pageKnowing<Row>(
  db: Db,
  { listing, query, all, skip }: Asked,
  count: number,
): Promise<Page<Row>> {
  const pagination = paginationOf(query, count)
  if (query.total === 'only' || skip >= count) return { rows: [], pagination }
  return { rows: await farRows<Row>(db, { listing, query, all, skip, count }), pagination }
}

/**
 * Rows of the sort's own index that are looked at for a search before its words are looked up: where a word is
 * common, a page is among the first. Rows are stored as they came, so that those in that order are
 * read together, and others each from elsewhere.
 */
const walked = (sort: string) => (sort.endsWith('createdAt') ? 5_000 : 1_500)

/** The rows of a page that is not far away, and one more where there is one. */
async function readRows<Row>(db: Db, { listing, query, all, skip }: Asked): Promise<Row[]> {
  const wanted = { ...query, limit: query.limit + 1 }
  const words = all.filter(({ ways }) => ways)
  if (words.length === 0)
    return (await pageOf<Row>(listing, wanted, all, skip, null).execute(db)).rows
  // Other conditions may have an index of their own, and few rows.
  const others = all.filter((condition) => !condition.ways)
  if (hasCounter(others) && skip < walked(query.sort) / 5) {
    const from = walk(listing, wanted, all, skip)
    const found = await pageFrom<Row>(listing, wanted, 0, from).execute(db)
    if (found.rows.length === wanted.limit) return found.rows
  }
  // The fence keeps the planner from walking on.
  const matches = sql`(${matching(listing.table, all)} offset 0) as t`
  return (await pageFrom<Row>(listing, wanted, skip, matches).execute(db)).rows
}

/** The rows `t` of a page, among the first ones of an order; it ends with the last of them. */
function walk(
  listing: Listing,
  query: PageQuery,
  all: readonly Condition[],
  skip: number,
): RawBuilder<unknown> {
  const { sort, descending } = sortOf(listing, query.sort)
  // The sort's index is that of rows that are not deleted.
  const deletion = all.filter(({ facet }) => facet?.name === 'deleted')
  return sql`(
    select t.* from (
      select t.*, ${sort.by} as steward_key from ${sql.table(listing.table)} as t ${where(deletion)}
      ${orderBy(sort, descending, false)} limit ${sql.lit(walked(query.sort))}
    ) as t ${where(all)}
    ${orderBy({ ...sort, by: sql`t.steward_key` }, descending, false)}
    limit ${sql.lit(query.limit)} offset ${sql.lit(skip)}
  ) as t`
}
