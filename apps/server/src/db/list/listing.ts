import type { Pagination } from '@steward/contract/lists/listing'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { isAmong, queryAll } from '../connection/query.ts'
import { type Condition, where } from '../filters/conditions.ts'
import type { Searched } from '../filters/search.ts'
import type { ListedTable } from '../schema/tables.ts'

/** What a list can be sorted by, on the table as `t`. */
export interface Sort {
  by: RawBuilder<unknown>
  nullable?: boolean
  /** Set if it may change without a delta, and so without a new version of the table. */
  unversioned?: boolean
}

export interface Order extends Sort {
  descending: boolean
}

/** A record of another table, named in the column `by` of each row. */
export interface Join {
  table: 'users' | 'roles' | 'categories'
  as: string
  by: string
}

export interface Listing extends Searched {
  table: ListedTable
  /** The columns of a row, from the page as `t` and from `joins`. */
  columns: RawBuilder<unknown>
  /** Joined to the rows of the page alone. */
  joins?: readonly Join[] | RawBuilder<unknown>
  sorts: Readonly<Record<string, Sort>>
  /** The total for conditions, if it isn't in the table's counters. */
  total?: (conditions: readonly Condition[]) => RawBuilder<number> | undefined
}

export interface PageQuery {
  page: number
  limit: number
  sort: string
  search: string
  /** Whether the exact total is waited for, may be sent later, or is all that the caller needs. */
  total?: 'exact' | 'later' | 'only' | undefined
}

export interface Page<Row> {
  rows: Row[]
  pagination: Pagination
}

export interface PageRequest {
  listing: Listing
  query: PageQuery
  order: Order
  /** All conditions, with those of the search. */
  all: readonly Condition[]
  /** How many rows come before the page. */
  skip: number
}

/** Rows by id, deleted or not, that meet the conditions, in the order of `_id`. */
export const findRows = <Row>(
  db: Db,
  listing: Listing,
  ids: readonly string[],
  conditions: readonly Condition[] = [],
) =>
  queryAll(db)<Row>`
    select ${listing.columns} from ${sql.table(listing.table)} as t ${joinsFor(listing)}
    ${where([{ sql: isAmong(sql`t.id`, ids, 'uuid') }, ...conditions])} order by t.id
  `

/** One row, deleted or not, if it meets the conditions. */
export const findRow = async <Row>(
  db: Db,
  listing: Listing,
  id: string,
  conditions: readonly Condition[] = [],
) => (await findRows<Row>(db, listing, [id], conditions))[0]

/** The joins of a listing; `record` gives what is joined, the table by default. */
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

/** The order of a sort such as `-createdAt`. */
export function orderOf(listing: Listing, asked: string): Order {
  const descending = asked.startsWith('-')
  const sort = listing.sorts[descending ? asked.slice(1) : asked]
  if (!sort) throw new Error(`${listing.table} has no sort ${asked}`)
  return { ...sort, descending }
}

/** Nulls come last in both directions, and equal keys by `_id`. `by` replaces the expression. */
export function orderBy(
  { by: expression, nullable, descending }: Order,
  backwards = false,
  by: RawBuilder<unknown> = expression,
): RawBuilder<unknown> {
  const direction = sql.raw(descending === backwards ? 'asc' : 'desc')
  const nulls = nullable ? sql.raw(backwards ? 'nulls first' : 'nulls last') : sql``
  return sql`order by ${by} ${direction} ${nulls}, t.id ${direction}`
}

export const limit = (rows: number, offset: number | RawBuilder<unknown> = 0) =>
  sql`limit ${sql.lit(rows)} offset ${typeof offset === 'number' ? sql.lit(offset) : offset}`

/** Which rows a page takes, counted from the end if that is nearer. */
export function cutOf(limit: number, skip: number, total: number) {
  const fromEnd = skip > total / 2
  const rows = fromEnd ? Math.min(limit, total - skip) : limit
  return { fromEnd, rows, offset: fromEnd ? total - skip - rows : skip }
}

/** Rows `t`, found by index alone and then joined; `parts` are disjoint conditions, whose rows are merged. */
export function rowsIn(
  { table }: Listing,
  order: Order,
  parts: readonly (readonly Condition[])[],
  { rows, offset, fromEnd }: ReturnType<typeof cutOf>,
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

/** A page of rows, cut before joining, so that joins see only its rows. */
export function pageFrom<Row>(
  listing: Listing,
  order: Order,
  from: RawBuilder<unknown>,
  rows: number,
  offset = 0,
): RawBuilder<Row> {
  const by = orderBy(order)
  return sql<Row>`
    select ${listing.columns}
    from (select t.* from ${from} ${by} ${limit(rows, offset)}) as t
    ${joinsFor(listing)}
    ${by}
  `
}

/** A position in an order: the sort key as text, and the `_id`. */
export interface Cursor {
  key: string | null
  id: string
}

/** Conditions for the rows after a position; rows with null, which come last, have their own. */
export function behind({ by, nullable, descending }: Order, { key, id }: Cursor): Condition[] {
  const sign = sql.raw(descending ? '<' : '>')
  const none = sql<SqlBool>`${by} is null`
  if (key === null) return [{ sql: sql`${none} and t.id ${sign} ${id}::uuid` }]
  const later = { sql: sql<SqlBool>`(${by}, t.id) ${sign} (${key}, ${id}::uuid)` }
  return nullable ? [later, { sql: none }] : [later]
}

export function paginationOf({ page, limit }: PageQuery, total: number): Pagination {
  return { page, limit, total, totalPages: Math.ceil(total / limit) }
}

/** A column without case and accents, as it is searched. */
export const folded = (column: string): RawBuilder<unknown> =>
  sql`(steward_fold(${sql.ref(`t.${column}`)}) collate "C")`

export const plain = (column: string): RawBuilder<unknown> => sql.ref(`t.${column}`)
