import type { Pagination } from '@steward/contract/listing'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Condition, where } from './conditions.ts'
import type { Db } from './connection.ts'
import { type Join, joinsOf, peopleLike } from './past/rewind.ts'
import type { ListedTable } from './tables.ts'
import { hasCounter, totalOf } from './totals.ts'

/** What a list sorts by: an expression on the table as `t`, and whether it can be null. */
export interface Sort {
  by: RawBuilder<unknown>
  nullable?: boolean
}

/** How a table is listed. */
export interface Listing {
  table: ListedTable
  /** The columns of an answer, from the page as `t` and whatever `joins` adds. */
  columns: RawBuilder<unknown>
  /** Joins for the rows of the page alone: what they name, or whatever they are. */
  joins?: readonly Join[] | RawBuilder<unknown>
  sorts: Readonly<Record<string, Sort>>
  /** People whose names a search also looks into, as columns of `t` that hold their ids. */
  searchedPeople?: readonly string[]
  /** The exact number of rows, where something other than the table's counters keeps it. */
  total?: (conditions: readonly Condition[]) => RawBuilder<number> | undefined
}

/** A page that somebody asks for, as the contract's list query has it. */
export interface PageQuery {
  page: number
  limit: number
  sort: string
  search: string
}

/** A page of a list. */
export interface Page<Row> {
  rows: Row[]
  pagination: Pagination
}

/** Rows to skip from which it pays to know the total first and, past the middle, come from the end. */
const farAway = 5_000

/**
 * The one list query: a page of a table with its exact total.
 * @param conditions all of which must hold, beside the search
 */
export async function listPage<Row>(
  db: Db,
  listing: Listing,
  query: PageQuery,
  conditions: readonly Condition[],
): Promise<Page<Row>> {
  const all = [...conditions, ...searchConditions(listing, query.search)]
  const skip = (query.page - 1) * query.limit
  const kept = listing.total?.(all)
  const total = kept ?? totalOf(listing.table, all)

  if (skip < farAway && (kept || hasCounter(all))) {
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
  if (skip < farAway) {
    const [count, rows] = await Promise.all([
      countOf(db, total),
      pageOf<Row>(listing, query, all, skip, null).execute(db),
    ])
    return { rows: rows.rows, pagination: paginationOf(query, count) }
  }
  const count = await countOf(db, total)
  if (skip >= count) return { rows: [], pagination: paginationOf(query, count) }
  const page = await pageOf<Row>(listing, query, all, skip, count).execute(db)
  return { rows: page.rows, pagination: paginationOf(query, count) }
}

/** One row with the columns of its list, deleted or not; undefined where there is none. */
export async function findRow<Row>(db: Db, listing: Listing, id: string): Promise<Row | undefined> {
  const found = await sql<Row>`
    select ${listing.columns} from ${sql.table(listing.table)} as t ${joinsFor(listing)}
    where t.id = ${id}
  `.execute(db)
  return found.rows[0]
}

/** The joins of a list, of what there is or of what there was at a moment. */
export const joinsFor = ({ joins = [] }: Listing, moment?: string): RawBuilder<unknown> =>
  'execute' in joins ? joins : joinsOf(joins, moment)

async function countOf(db: Db, total: RawBuilder<number>): Promise<number> {
  const counted = await sql<{ n: number }>`select ${total} as n`.execute(db)
  return counted.rows[0]?.n ?? 0
}

/**
 * The rows of one page, in order. The page is cut from the table alone; joins see only its rows.
 * @param count the total where it is known: a page past the middle is then read from the end
 */
function pageOf<Row>(
  listing: Listing,
  query: PageQuery,
  conditions: readonly Condition[],
  skip: number,
  count: number | null,
): RawBuilder<Row> {
  const { sort, descending } = sortOf(listing, query.sort)
  const { fromEnd, rows, offset } = cutOf(query.limit, skip, count)
  const cut = orderBy(sort, descending, fromEnd)
  const order = orderBy(sort, descending, false)
  return sql<Row>`
    select ${listing.columns}, true as steward_row, row_number() over (${order}) as steward_place
    from (
      select t.* from ${sql.table(listing.table)} as t
      ${where(conditions)}
      ${cut}
      limit ${sql.lit(rows)} offset ${sql.lit(offset)}
    ) as t
    ${joinsFor(listing)}
    order by steward_place
  `
}

/** What a query sorts by. */
export function sortOf(listing: Listing, asked: string): { sort: Sort; descending: boolean } {
  const descending = asked.startsWith('-')
  const sort = listing.sorts[descending ? asked.slice(1) : asked]
  if (!sort) throw new Error(`${listing.table} has no sort ${asked}`)
  return { sort, descending }
}

/** The rows of a page, and how many come before them; past the middle of a known total from the end. */
export function cutOf(
  limit: number,
  skip: number,
  count: number | null,
): { fromEnd: boolean; rows: number; offset: number } {
  const fromEnd = count !== null && skip > count / 2
  const rows = fromEnd ? Math.min(limit, count - skip) : limit
  return { fromEnd, rows, offset: fromEnd ? count - skip - rows : skip }
}

/** Nothing comes last either way; `_id` decides between equals. */
export function orderBy(sort: Sort, descending: boolean, reversed: boolean): RawBuilder<unknown> {
  const direction = sql.raw(descending === reversed ? 'asc' : 'desc')
  const nulls = sort.nullable ? sql.raw(reversed ? 'nulls first' : 'nulls last') : sql``
  return sql`order by ${sort.by} ${direction} ${nulls}, t.id ${direction}`
}

/** Where a page stands. */
export function paginationOf({ page, limit }: PageQuery, total: number): Pagination {
  return { page, limit, total, totalPages: Math.ceil(total / limit) }
}

/**
 * Each word must stand somewhere, whatever its case and accents.
 * @param moment at which people were called so; now unless given
 */
export function searchConditions(listing: Listing, search: string, moment?: string): Condition[] {
  const words = search.split(/\s+/u).filter((word) => word !== '')
  return words.map((word) => {
    // What LIKE takes for a sign is escaped last: folding makes such signs of others, as of ％.
    const pattern = sql`'%' || regexp_replace(steward_fold(${word}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`
    const own = sql<SqlBool>`t.search like ${pattern}`
    const people = (listing.searchedPeople ?? []).map(
      (column) =>
        sql<SqlBool>`${sql.ref(`t.${column}`)} = any(array(${peopleLike(pattern, moment)}))`,
    )
    return { sql: sql`(${sql.join([own, ...people], sql` or `)})` }
  })
}

/** A column of text as lists sort it: without case and accents. */
export const folded = (column: string): RawBuilder<unknown> =>
  sql`(steward_fold(${sql.ref(`t.${column}`)}) collate "C")`

/** A column as it is. */
export const plain = (column: string): RawBuilder<unknown> => sql.ref(`t.${column}`)
