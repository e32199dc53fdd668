import type { Pagination } from '@steward/contract/listing'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from './connection.ts'
import { type Join, joinsOf, peopleLike } from './past/rewind.ts'
import type { RecordTable } from './tables.ts'

/**
 * One condition of a list, on the table as `t`. Where it only picks values of a facet that the
 * table's counter keeps, naming the facet makes the exact total cost nothing.
 */
export interface Condition {
  sql: RawBuilder<SqlBool>
  facet?: { name: string; values: readonly (string | boolean)[] }
  /** Where it picks the rows of some people, who they are: a counter keeps their numbers too. */
  people?: readonly string[]
}

/** What a list sorts by: an expression on the table as `t`, and whether it can be null. */
export interface Sort {
  by: RawBuilder<unknown>
  nullable?: boolean
}

/** How a table is listed. */
export interface Listing {
  table: RecordTable | 'jobs' | 'audit_entries'
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

/** The `where` of some conditions, all of which must hold. */
export const where = (conditions: readonly Condition[]): RawBuilder<unknown> =>
  conditions.length === 0
    ? sql``
    : sql`where ${sql.join(
        conditions.map((condition) => condition.sql),
        sql` and `,
      )}`

/** Whether the counter knows the rows of some conditions. */
export const hasCounter = (conditions: readonly Condition[]): boolean =>
  conditions.every((condition) => condition.facet)

/** The `where` of a table's counters for conditions that it knows. */
export function whereCounter(table: string, conditions: readonly Condition[]): RawBuilder<unknown> {
  const facets = conditions.map(({ facet }) => {
    const values = (facet?.values ?? []).map(String)
    return sql`facets ->> ${facet?.name} = any(${values}::text[])`
  })
  return sql`where ${sql.join([sql`area = ${table}`, ...facets], sql` and `)}`
}

/** The exact number of rows: from the counter where every condition is a facet of it, else counted. */
export function totalOf(
  table: Listing['table'],
  conditions: readonly Condition[],
): RawBuilder<number> {
  const ofPeople = totalOfPeople(table, conditions)
  if (ofPeople) return ofPeople
  return hasCounter(conditions)
    ? sql`(select coalesce(sum(n), 0)::bigint from counters ${whereCounter(table, conditions)})`
    : sql`(select count(*) from ${sql.table(table)} as t ${where(conditions)})`
}

/** The number of rows of some people, where nothing but their being deleted is asked besides. */
function totalOfPeople(
  table: Listing['table'],
  conditions: readonly Condition[],
): RawBuilder<number> | undefined {
  const people = conditions.find((condition) => condition.people)
  const others = conditions.filter((condition) => condition !== people)
  if (!people || others.some(({ facet }) => facet?.name !== 'deleted')) return undefined
  const deleted = others.map(
    ({ facet }) => sql`and deleted = any(${(facet?.values ?? []) as boolean[]}::boolean[])`,
  )
  return sql`(
    select coalesce(sum(n), 0)::bigint from person_counters
    where area = ${table} and user_id = any(${people.people}::uuid[]) ${sql.join(deleted, sql` `)}
  )`
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

/** A condition that a column holds one of some values; none at all where nothing is asked for. */
export function among(
  column: string,
  values: readonly (string | boolean)[] | undefined,
  facet?: string,
): Condition[] {
  if (!values) return []
  const condition = sql<SqlBool>`${sql.ref(`t.${column}`)} in (${sql.join(values)})`
  return [facet ? { sql: condition, facet: { name: facet, values } } : { sql: condition }]
}

/** A condition that a row belongs to one of some people; none where nobody is asked for. */
export function ofPeople(column: string, people: readonly string[] | undefined): Condition[] {
  if (!people) return []
  return among(column, people).map((condition) => ({ ...condition, people }))
}

/** A condition on a span of time, both ends in it. */
export function between(
  column: string,
  from: string | undefined,
  to: string | undefined,
): Condition[] {
  const ref = sql.ref(`t.${column}`)
  return [
    ...(from ? [{ sql: sql<SqlBool>`${ref} >= ${from}::timestamptz` }] : []),
    ...(to ? [{ sql: sql<SqlBool>`${ref} <= ${to}::timestamptz` }] : []),
  ]
}

/** Leaves out what is deleted. */
export const notDeleted: Condition = {
  sql: sql`t.deleted_at is null`,
  facet: { name: 'deleted', values: [false] },
}

/** Leaves out what is not deleted. */
export const onlyDeleted: Condition = {
  sql: sql`t.deleted_at is not null`,
  facet: { name: 'deleted', values: [true] },
}

/** These records alone. */
export const withIds = (ids: readonly string[]): Condition => ({
  sql: sql<SqlBool>`t.id = any(${ids}::uuid[])`,
})

/** Not these records. */
export const withoutIds = (ids: readonly string[]): Condition => ({
  sql: sql<SqlBool>`t.id <> all(${ids}::uuid[])`,
})

/** A condition that a column holds anything but a value. */
export const otherThan = (column: string, value: string): Condition => ({
  sql: sql<SqlBool>`${sql.ref(`t.${column}`)} <> ${value}`,
})

/** A column of text as lists sort it: without case and accents. */
export const folded = (column: string): RawBuilder<unknown> =>
  sql`(steward_fold(${sql.ref(`t.${column}`)}) collate "C")`

/** A column as it is. */
export const plain = (column: string): RawBuilder<unknown> => sql.ref(`t.${column}`)
