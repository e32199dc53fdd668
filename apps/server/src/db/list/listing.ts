import type { Pagination } from '@steward/contract/lists/listing'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../connection/connection.ts'
import type { ListedTable } from '../tables/tables.ts'
import { type Condition, where } from './conditions.ts'
import type { Searched } from './search.ts'

/** What a list sorts by: an expression on the table as `t`, and whether it can be null. */
export interface Sort {
  by: RawBuilder<unknown>
  nullable?: boolean
  /** Whether it changes without a delta, so that the version of the table stays the same. */
  unversioned?: boolean
}

/** Somebody or something that a listed row names: a row of a table, by a column of the row. */
export interface Join {
  table: 'users' | 'roles' | 'categories'
  as: string
  by: string
}

/** How a table is listed. */
export interface Listing extends Searched {
  table: ListedTable
  /** The columns of an answer, from the page as `t` and whatever `joins` adds. */
  columns: RawBuilder<unknown>
  /** Joins for the rows of the page alone: what they name, or whatever they are. */
  joins?: readonly Join[] | RawBuilder<unknown>
  sorts: Readonly<Record<string, Sort>>
  /** The exact number of rows, where something other than the table's counters keeps it. */
  total?: (conditions: readonly Condition[]) => RawBuilder<number> | undefined
}

/** Whether a page waits for its exact total, leaves it for later, or is asked for nothing else. */
export type TotalWanted = 'exact' | 'later' | 'only'

/** A page that somebody asks for, as the contract's list query has it. */
export interface PageQuery {
  page: number
  limit: number
  sort: string
  search: string
  total?: TotalWanted | undefined
}

/** A page of a list. */
export interface Page<Row> {
  rows: Row[]
  pagination: Pagination
}

/** One row with the columns of its list, deleted or not; undefined where there is none. */
export async function findRow<Row>(db: Db, listing: Listing, id: string): Promise<Row | undefined> {
  const found = await sql<Row>`
    select ${listing.columns} from ${sql.table(listing.table)} as t ${joinsFor(listing)}
    where t.id = ${id}
  `.execute(db)
  return found.rows[0]
}

/** The joins of a list. */
export const joinsFor = ({ joins = [] }: Pick<Listing, 'joins'>): RawBuilder<unknown> =>
  'execute' in joins
    ? joins
    : sql.join(
        joins.map(({ table, as, by }) => {
          const id = sql.ref(`${as}.id`)
          return sql`left join ${sql.table(table)} as ${sql.ref(as)} on ${id} = ${sql.ref(`t.${by}`)}`
        }),
        sql` `,
      )

/**
 * The rows of one page, in order. The page is cut from the table alone; joins see only its rows.
 * @param count the total where it is known: a page past the middle is then read from the end
 */
export const pageOf = <Row>(
  listing: Listing,
  query: PageQuery,
  conditions: readonly Condition[],
  skip: number,
  count: number | null,
): RawBuilder<Row> => {
  const parts = indexedParts(conditions)
  if (!parts) {
    const from = sql`${sql.table(listing.table)} as t ${where(conditions)}`
    return pageFrom(listing, query, skip, from, count)
  }
  const cut = cutOf(query.limit, skip, count)
  const from = mergedRows(listing, query.sort, parts, cut)
  return pageFrom(listing, { ...query, limit: cut.rows }, 0, from)
}

/** Conditions as several lists of them, one for each part that has an index; undefined where none names parts. */
export function indexedParts(conditions: readonly Condition[]): Condition[][] | undefined {
  const driver = conditions.find(({ parts }) => parts && parts.length > 0)
  const others = conditions.filter((condition) => condition !== driver)
  return driver?.parts?.map((part) => [{ sql: part }, ...others])
}

/** The rows `t` of a page, merged from the rows of several lists of conditions: no row may match two of them. */
export function mergedRows(
  listing: Listing,
  asked: string,
  parts: readonly (readonly Condition[])[],
  { rows, offset, fromEnd }: Cut,
): RawBuilder<unknown> {
  const { sort, descending } = sortOf(listing, asked)
  const table = sql.table(listing.table)
  const each = parts.map(
    (part) => sql`(
      select t.id, ${sort.by} as key from ${table} as t ${where(part)}
      ${orderBy(sort, descending, fromEnd)} limit ${sql.lit(offset + rows)})`,
  )
  return sql`(
    select t.id from (${sql.join(each, sql` union all `)}) as t
    ${orderBy({ ...sort, by: sql`t.key` }, descending, fromEnd)}
    limit ${sql.lit(rows)} offset ${sql.lit(offset)}
  ) as cut join ${table} as t on t.id = cut.id`
}

/** The rows of one page of some rows `t`. */
export function pageFrom<Row>(
  listing: Listing,
  query: PageQuery,
  skip: number,
  from: RawBuilder<unknown>,
  count: number | null = null,
): RawBuilder<Row> {
  const { sort, descending } = sortOf(listing, query.sort)
  const { fromEnd, rows, offset } = cutOf(query.limit, skip, count)
  const cut = orderBy(sort, descending, fromEnd)
  const order = orderBy(sort, descending, false)
  return sql<Row>`
    select ${listing.columns}, true as steward_row, row_number() over (${order}) as steward_place
    from (select t.* from ${from} ${cut} limit ${sql.lit(rows)} offset ${sql.lit(offset)}) as t
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

/** Which rows of an order are read: so many behind so many others, counted from its beginning or from its end. */
interface Cut {
  rows: number
  offset: number
  fromEnd: boolean
}

/** The rows of a page, and how many come before them; past the middle of a known total from the end. */
export function cutOf(limit: number, skip: number, count: number | null): Cut {
  const fromEnd = count !== null && skip > count / 2
  const rows = fromEnd ? Math.min(limit, count - skip) : limit
  return { fromEnd, rows, offset: fromEnd ? count - skip - rows : skip }
}

/** NULLS LAST in both directions; `_id` decides between equals. */
export function orderBy(sort: Sort, descending: boolean, reversed: boolean): RawBuilder<unknown> {
  const direction = sql.raw(descending === reversed ? 'asc' : 'desc')
  const nulls = sort.nullable ? sql.raw(reversed ? 'nulls first' : 'nulls last') : sql``
  return sql`order by ${sort.by} ${direction} ${nulls}, t.id ${direction}`
}

/** A row in an order: its sort key as text, null where it has none, and its `_id`. */
export interface Cursor {
  key: string | null
  id: string
}

/** The conditions of the parts behind a row of an order: what has no value comes last, and is found by no comparison. */
export function behind(sort: Sort, descending: boolean, { key, id }: Cursor): Condition[] {
  const sign = sql.raw(descending ? '<' : '>')
  const none = sql<SqlBool>`${sort.by} is null`
  if (key === null) return [{ sql: sql`${none} and t.id ${sign} ${id}::uuid` }]
  const later = { sql: sql<SqlBool>`(${sort.by}, t.id) ${sign} (${key}, ${id}::uuid)` }
  return sort.nullable ? [later, { sql: none }] : [later]
}

/** The pagination of a page. */
export function paginationOf({ page, limit }: PageQuery, total: number): Pagination {
  return { page, limit, total, totalPages: Math.ceil(total / limit) }
}

/** A column of text as lists sort it: without case and accents. */
export const folded = (column: string): RawBuilder<unknown> =>
  sql`(steward_fold(${sql.ref(`t.${column}`)}) collate "C")`

/** A column as it is. */
export const plain = (column: string): RawBuilder<unknown> => sql.ref(`t.${column}`)
