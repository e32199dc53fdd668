import type { Pagination } from '@steward/contract/lists/listing'
import { msg } from '@steward/i18n/reader'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { isDistributed } from '../connection/distributed.ts'
import { queryNumber } from '../connection/query.ts'
import { countRows, countUpTo, knownCount, maxTotalMs } from '../counts/count-cache.ts'
import { counterTotalOf, hasCounter } from '../counts/totals.ts'
import { type Condition, splitBy, where } from '../filters/conditions.ts'
import { matching, namesFor, searchConditions } from '../filters/search.ts'
import { beginReading, readWithin, TookTooLong } from '../reads/cancellation.ts'
import { farRows, isFar } from './far-page.ts'
import {
  type Listing,
  limit,
  type Order,
  orderBy,
  orderOf,
  type Page,
  type PageQuery,
  type PageRequest,
  pageFrom,
  paginationOf,
  rowsIn,
} from './listing.ts'

/** How long reading a list may take, in milliseconds. */
export const maxListMs = 5_000

/** Where counting all takes too long, it is counted whether there are at least so many. */
const maxAtLeast = 10_000

/** A page of a list with its total. `conditions` are those beside search; throws TookTooLong with advice. */
export async function listPage<Row>(
  db: Db,
  listing: Listing,
  query: PageQuery,
  conditions: readonly Condition[],
): Promise<Page<Row>> {
  // A total is counted, and kept, without the ids of people that the rows are found by.
  const counted = [...conditions, ...searchConditions(db, listing, query.search)]
  if (query.total === 'only') {
    const work = () => totalAlone(db, listing, query, counted)
    return { rows: [], pagination: await readWithin(maxTotalMs, adviceFor(query), work) }
  }
  return await readWithin(maxListMs, adviceFor(query), async () => {
    const names = await namesFor(db, listing, query.search)
    const all = names
      ? [...conditions, ...searchConditions(db, listing, query.search, names)]
      : counted
    const skip = (query.page - 1) * query.limit
    const asked: PageRequest = { listing, query, order: orderOf(listing, query.sort), all, skip }
    const kept = listing.total?.(all) ?? counterTotalOf(listing.table, all)
    if (!isFar(all, skip)) {
      return kept ? await pageWithTotal(db, asked, kept) : await pageBesideTotal(db, asked, counted)
    }
    const total = kept
      ? await queryNumber(db)`select ${kept}`
      : await countRows(db, { table: listing.table, conditions: counted }, false)
    const rows = skip >= total ? [] : await farRows<Row>(db, asked, total)
    return { rows, pagination: paginationOf(query, total) }
  })
}

/** The total of a list; where counting takes too long, at least how many there are, up to a bound. */
async function totalAlone(
  db: Db,
  listing: Listing,
  query: PageQuery,
  counted: readonly Condition[],
): Promise<Pagination> {
  const kept = listing.total?.(counted) ?? counterTotalOf(listing.table, counted)
  if (kept) return paginationOf(query, await queryNumber(db)`select ${kept}`)
  const matched = { table: listing.table, conditions: counted }
  try {
    return paginationOf(query, await countRows(db, matched, true))
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error
    const total = await countUpTo(db, matched, maxAtLeast)
    return { ...paginationOf(query, total), ...(total === maxAtLeast && { exact: false }) }
  }
}

/** Advice to a person whose list took too long. */
export const adviceFor = ({ search }: { search: string }): string =>
  search === ''
    ? msg('Set another filter, or go to an earlier page.')
    : msg('Search for a longer word, or set a filter beside it.')

/** The rows of a page with its total, in one statement; a page without rows takes another one. */
async function pageWithTotal<Row>(db: Db, asked: PageRequest, total: RawBuilder<number>) {
  const { listing, query } = asked
  const columns = sql`${listing.columns}, ${total} as steward_total`
  const page = { ...asked, listing: { ...listing, columns } }
  const { rows } = await pageOf<Row & { steward_total: number }>(db, page, query.limit).execute(db)
  // A page without rows has none that could say it.
  const count = rows[0]?.steward_total ?? (await queryNumber(db)`select ${total}`)
  return { rows, pagination: paginationOf(query, count) }
}

/** The rows of a page, and its total counted beside them; not awaited if rows show it or `total` is `later`. */
async function pageBesideTotal<Row>(
  db: Db,
  asked: PageRequest,
  counted: readonly Condition[],
): Promise<Page<Row>> {
  const { listing, query, skip } = asked
  const matched = { table: listing.table, conditions: counted }
  const total = beginReading<number | undefined>(() =>
    query.total === 'later' ? knownCount(db, matched) : countRows(db, matched, false),
  )
  const found = await oneRowMore<Row>(db, asked)
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

/** The rows of a page near the beginning; merged from parts if a condition has some. */
function pageOf<Row>(
  db: Db,
  { listing, order, all, skip }: PageRequest,
  rows: number,
): RawBuilder<Row> {
  const parts = splitBy('parts', all)
  // Each shard of a distributed table sends what is skipped as well: then ids alone.
  if (parts[0] === all && !(skip > 0 && isDistributed(db, listing.table))) {
    const from = sql`${sql.table(listing.table)} as t ${where(all)}`
    return skip > 0
      ? laterPage(listing, order, from, rows, skip)
      : pageFrom(listing, order, from, rows)
  }
  const from = rowsIn(listing, order, parts, { rows, offset: skip, fromEnd: false })
  return pageFrom(listing, order, from, rows)
}

/**
 * A page after the first one. Its OFFSET comes from a subquery, so that all pages share a prepared statement, and the planner,
 * which can't see it, keeps its plan: that is made for a LIMIT of at most twice the rows needed.
 */
function laterPage<Row>(
  listing: Listing,
  order: Order,
  from: RawBuilder<unknown>,
  rows: number,
  skip: number,
): RawBuilder<Row> {
  const within = 2 ** Math.ceil(Math.log2(skip + rows))
  const page = sql`(
    select * from (${keyed(order, from)} ${limit(within)}) as t
    ${byKey(order)} ${limit(rows, sql`(select ${skip}::bigint)`)}
  ) as t`
  return pageFrom(listing, order, page, rows)
}

/** Rows in an order with its key as a column, so that PostgreSQL knows the order of what is selected from them. */
const keyed = (order: Order, from: RawBuilder<unknown>) =>
  sql`select t.*, ${order.by} as steward_key from ${from} ${orderBy(order)}`

const byKey = (order: Order) => orderBy(order, false, sql`t.steward_key`)

/** How many rows of the sort's index to try before the word index (decision 28); by creation, rows lie together. */
const walked = (sort: string) => (sort.endsWith('createdAt') ? 5_000 : 1_500)

/** The rows of a page near the beginning, and one more. */
async function oneRowMore<Row>(db: Db, asked: PageRequest): Promise<Row[]> {
  const { listing, query, order, all, skip } = asked
  const rows = query.limit + 1
  const others = all.filter((condition) => !condition.ways)
  // What is fenced would be sent whole from each shard, to be searched and sorted on the coordinator.
  if (others.length === all.length || isDistributed(db, listing.table))
    return (await pageOf<Row>(db, asked, rows).execute(db)).rows
  // Only then: other conditions may have an index of their own, and few rows.
  if (hasCounter(others) && skip < walked(query.sort) / 5) {
    const found = await pageFrom<Row>(listing, order, walk(asked), rows).execute(db)
    if (found.rows.length === rows) return found.rows
  }
  // `offset 0` keeps the planner from walking the sort's index.
  const matches = sql`(${matching(listing.table, all)} offset 0) as t`
  return (await pageFrom<Row>(listing, order, matches, rows, skip).execute(db)).rows
}

/** The rows of a page, searched for among the first rows of the order only. */
function walk({ listing, query, order, all, skip }: PageRequest): RawBuilder<unknown> {
  // The sort's index holds rows that aren't deleted.
  const deletion = all.filter(({ facet }) => facet?.name === 'deleted')
  return sql`(
    select * from (
      ${keyed(order, sql`${sql.table(listing.table)} as t ${where(deletion)}`)} ${limit(walked(query.sort))}
    ) as t ${where(all)}
    ${byKey(order)} ${limit(query.limit + 1, skip)}
  ) as t`
}
