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

/** A sort in one direction. */
export interface Order extends Sort {
  descending: boolean
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

/** A page that somebody asks for, as the contract's list query has it. */
export interface PageQuery {
  page: number
  limit: number
  sort: string
  search: string
  /** Whether the page waits for its exact total, leaves it for later, or is asked for nothing else. */
  total?: 'exact' | 'later' | 'only' | undefined
}

/** A page of a list. */
export interface Page<Row> {
  rows: Row[]
  pagination: Pagination
}

/** A page that is asked for, as it is read. */
export interface Asked {
  listing: Listing
  query: PageQuery
  order: Order
  /** All conditions, of the search too. */
  all: readonly Condition[]
  /** How many rows come before the page. */
  skip: number
}

/** One row with the columns of its list, deleted or not; undefined where there is none. */
export async function findRow<Row>(db: Db, listing: Listing, id: string): Promise<Row | undefined> {
  const found = await sql<Row>`
    select ${listing.columns} from ${sql.table(listing.table)} as t ${joinsFor(listing)}
    where t.id = ${id}
  `.execute(db)
  return found.rows[0]
}

/** The joins of a list. @param record what is joined: the table as it is unless given */
export const joinsFor = (
  { joins = [] }: Pick<Listing, 'joins'>,
  record?: (join: Join) => RawBuilder<unknown>,
): RawBuilder<unknown> => {
  if ('execute' in joins) return joins
  const each = joins.map((join) => {
    const as = sql.ref(join.as)
    if (record) return sql`left join lateral ${record(join)} as ${as} on true`
    const id = sql.ref(`${join.as}.id`)
    return sql`left join ${sql.table(join.table)} as ${as} on ${id} = ${sql.ref(`t.${join.by}`)}`
  })
  return sql.join(each, sql` `)
}

/** What a query sorts by. @param asked such as `-createdAt` */
export function orderOf(listing: Listing, asked: string): Order {
  const descending = asked.startsWith('-')
  const sort = listing.sorts[descending ? asked.slice(1) : asked]
  if (!sort) throw new Error(`${listing.table} has no sort ${asked}`)
  return { ...sort, descending }
}

/** `order by`: NULLS LAST in both directions, `_id` between equals; by another name of the key where given. */
export function orderBy(
  { by: expression, nullable, descending }: Order,
  backwards = false,
  by: RawBuilder<unknown> = expression,
): RawBuilder<unknown> {
  const direction = sql.raw(descending === backwards ? 'asc' : 'desc')
  const nulls = nullable ? sql.raw(backwards ? 'nulls first' : 'nulls last') : sql``
  return sql`order by ${by} ${direction} ${nulls}, t.id ${direction}`
}

export const limit = (rows: number, offset = 0): RawBuilder<unknown> =>
  sql`limit ${sql.lit(rows)} offset ${sql.lit(offset)}`

/** Which rows of an order are read: so many behind so many others, counted from its beginning or from its end. */
export interface Cut {
  rows: number
  offset: number
  fromEnd: boolean
}

/** The rows of a page, and how many come before them; past the middle of the total from the end. */
export function cutOf(limit: number, skip: number, total: number): Cut {
  const fromEnd = skip > total / 2
  const rows = fromEnd ? Math.min(limit, total - skip) : limit
  return { fromEnd, rows, offset: fromEnd ? total - skip - rows : skip }
}

/**
 * The rows `t` of a cut, found by their sort keys and ids alone, of which indexes know all that is passed over.
 * @param parts lists of conditions, of which a row matches one at the most; what they find is merged
 */
export function rowsIn(
  { table }: Listing,
  order: Order,
  parts: readonly (readonly Condition[])[],
  { rows, offset, fromEnd }: Cut,
): RawBuilder<unknown> {
  const from = sql`from ${sql.table(table)} as t`
  const each = parts.map((part) => sql`${from} ${where(part)} ${orderBy(order, fromEnd)}`)
  const [only] = each
  const ids =
    only && each.length === 1
      ? sql`select t.id ${only} ${limit(rows, offset)}`
      : sql`
        select t.id from (${sql.join(
          each.map(
            (part) => sql`(select t.id, ${order.by} as key ${part} ${limit(offset + rows)})`,
          ),
          sql` union all `,
        )}) as t ${orderBy(order, fromEnd, sql`t.key`)} ${limit(rows, offset)}`
  return sql`(${ids}) as cut join ${sql.table(table)} as t on t.id = cut.id`
}

/** The rows of a page, in order: cut from some rows `t` alone, so that joins see only what is cut. */
export function pageFrom<Row>(
  listing: Listing,
  order: Order,
  from: RawBuilder<unknown>,
  rows: number,
  offset = 0,
): RawBuilder<Row> {
  const by = orderBy(order)
  return sql<Row>`
    select ${listing.columns}, true as steward_row, row_number() over (${by}) as steward_place
    from (select t.* from ${from} ${by} ${limit(rows, offset)}) as t
    ${joinsFor(listing)}
    order by steward_place
  `
}

/** A row in an order: its sort key as text, null where it has none, and its `_id`. */
export interface Cursor {
  key: string | null
  id: string
}

/** The conditions of the parts behind a row of an order: what has no value comes last, and is found by no comparison. */
export function behind({ by, nullable, descending }: Order, { key, id }: Cursor): Condition[] {
  const sign = sql.raw(descending ? '<' : '>')
  const none = sql<SqlBool>`${by} is null`
  if (key === null) return [{ sql: sql`${none} and t.id ${sign} ${id}::uuid` }]
  const later = { sql: sql<SqlBool>`(${by}, t.id) ${sign} (${key}, ${id}::uuid)` }
  return nullable ? [later, { sql: none }] : [later]
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
