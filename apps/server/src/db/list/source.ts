import { type RawBuilder, sql } from 'kysely'
import { memoize } from '../../memoize.ts'
import type { Db } from '../connection/connection.ts'
import { queryAll } from '../connection/query.ts'
import { cachedByVersion, maxTotalMs } from '../counts/count-cache.ts'
import { countersOf, hasCounter, whereCounter } from '../counts/totals.ts'
import { type Condition, keyOf, notDeleted, where } from '../filters/conditions.ts'
import { matching, searchConditions } from '../filters/search.ts'
import { SharedReads } from '../reads/batched-reads.ts'
import { readWithin } from '../reads/cancellation.ts'
import { findRow, type Listing, type Page, type PageQuery } from './listing.ts'
import { adviceFor, listPage } from './page.ts'
import { type CountedTable, countedBy, type RecordState } from './state.ts'

export interface Sums {
  /** The facets of the table's counter to group by, in order. */
  by: readonly string[]
  /** The column whose sum the table's counter keeps. */
  amount: string
}

export interface Source extends RecordState {
  db: Db
  /** A page of a list. `conditions` are those beside search; throws TookTooLong with advice. */
  page<Row>(
    listing: Listing,
    query: PageQuery,
    conditions: readonly Condition[],
  ): Promise<Page<Row>>
  /** One record, deleted or not, if it meets the conditions. */
  find<Row>(
    listing: Listing,
    id: string,
    conditions?: readonly Condition[],
  ): Promise<Row | undefined>
  /** Counts and sums by facet, from the table's counter if it knows the conditions. */
  sum<Row>(
    listing: Listing,
    sums: Sums,
    query: Pick<PageQuery, 'search'>,
    conditions: readonly Condition[],
  ): Promise<Row[]>
}

export const current: RecordState = {
  now: sql<string>`now()`,
  table: (name, alias) => sql`${sql.table(name)} as ${sql.ref(alias)}`,
  countIn: (table, conditions = []) => {
    const by = countedBy[table]
    const all = [notDeleted, ...conditions]
    if (conditions.length > 0) return countWhere(table, all)
    return table === 'users'
      ? sql<number>`(select count(*) from users where users.role_id = t.id and users.deleted_at is null)`
      : sql<number>`(
          select coalesce(sum(n), 0)::bigint from current_counters
          where ${countersOf(table)} and facets ->> ${sql.lit(by)} = t.id::text and facets ->> 'deleted' = 'false')`
  },
}

/** Counts rows that belong to the row `t` and meet conditions, from the table's counter if it knows them. */
function countWhere(table: CountedTable, conditions: readonly Condition[]): RawBuilder<number> {
  const by = countedBy[table]
  if (table !== 'users' && hasCounter(conditions))
    return sql<number>`(
      select coalesce(sum(n), 0)::bigint from current_counters ${whereCounter(table, conditions)}
        and facets ->> ${sql.lit(by)} = t.id::text)`
  return sql<number>`(
    select count(*) from (
      select ${sql.ref(`t.${by}`)} as key from ${sql.table(table)} as t ${where(conditions)}
    ) as counted where counted.key = t.id)`
}

/** The records as they are now; one source for each database, so that equal reads are shared. */
export const currentRecords = memoize((db: Db): Source => {
  const sharedOf = memoize((_: Listing) => new SharedReads())
  return {
    ...current,
    db,
    page: async <Row>(listing: Listing, query: PageQuery, conditions: readonly Condition[]) => {
      const read = () => listPage<Row>(db, listing, query, conditions)
      if (db.isTransaction) return await read()
      const { page, limit, sort, search, total } = query
      const key = keyOf(db, conditions, page, limit, sort, search, total)
      return await sharedOf(listing).read(key, read)
    },
    find: (listing, id, conditions) => findRow(db, listing, id, conditions),
    sum: (listing, sums, query, conditions) =>
      readWithin(maxTotalMs, adviceFor(query), () =>
        sumRows(db, listing, sums, [...conditions, ...searchConditions(db, listing, query.search)]),
      ),
  }
})

async function sumRows<Row>(
  db: Db,
  { table }: Listing,
  { by, amount }: Sums,
  all: readonly Condition[],
): Promise<Row[]> {
  const columns = sql.join(by.map((column) => sql.ref(column)))
  if (hasCounter(all)) {
    return await queryAll(db)<Row>`
      select ${facetsOf(by)}, sum(n)::bigint as count, sum(amount)::text as amount
      from current_counters ${whereCounter(table, all)}
      group by ${columns} having sum(n) > 0 order by ${columns}`
  }
  const matched = { table, conditions: all }
  return await cachedByVersion(db, { name: 'sums', isQueued: true }, matched, async (version) => {
    const value = await queryAll(db)<Row & { steward_version: number }>`
      select ${columns}, count(*) as count, sum(${sql.ref(amount)})::text as amount, ${version} as steward_version
      from (${matching(table, all)}) as t group by ${columns} order by ${columns}`
    return { value, version: value[0]?.steward_version }
  })
}

export const facetsOf = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql`facets ->> ${sql.lit(name)} as ${sql.ref(name)}`))
