import { type RawBuilder, sql } from 'kysely'
import { keepLatest } from '../../keep-latest.ts'
import { memoize } from '../../memoize.ts'
import { Queue } from '../../queue.ts'
import type { Db } from '../connection/connection.ts'
import { isDistributed } from '../connection/distributed.ts'
import { queryFirst, queryNumber } from '../connection/query.ts'
import { type Condition, keyOf } from '../filters/conditions.ts'
import { countMatching, rowsMatching } from '../filters/search.ts'
import { SharedReads } from '../reads/batched-reads.ts'
import { readWithin, TookTooLong, waitingSignal } from '../reads/cancellation.ts'
import type { ListedTable } from '../schema/tables.ts'
import { countedTables } from './counted.ts'

/** How long one count may take, in milliseconds. */
const maxCountMs = 5_000

/** How long a total may take that is sent after its rows, with the wait for its turn, in milliseconds. */
export const maxTotalMs = 15_000

/** A value with the version of its tables from before it was computed. */
interface Versioned<T> {
  value: T
  /** Undefined if the statement returned no row. */
  version: number | undefined
}

interface Kept extends Versioned<unknown> {
  /** When counting began, by the monotonic clock. */
  since: number
}

/** On Citus, rows and the version are of two moments: how long a value is kept, in milliseconds, whatever the version. */
const maxDistributedMs = 2_000

const isFresh = (db: Db, { table }: RowsOf, { since }: Kept): boolean =>
  !isDistributed(db, table) || performance.now() - since < maxDistributedMs

/** How many values are kept for one database. */
const maxKept = 500

/** Cached counts of a database; an entry is valid while the version of its tables stays the same. */
const cacheOf = memoize((_: Db) => ({
  values: new Map<string, Kept>(),
  /** Computes a value once for all requests that come meanwhile. */
  same: new SharedReads(maxTotalMs),
  /** Runs few counts at a time, so that rows are read soon. */
  queue: new Queue({ concurrency: 2, waiting: 200, refuse: () => new TookTooLong() }),
}))

export interface RowsOf {
  table: ListedTable
  conditions: readonly Condition[]
}

/** The number of rows, counted again only after a change. With `isQueued` the count waits for its turn. */
export const countRows = (db: Db, rows: RowsOf, isQueued: boolean): Promise<number> =>
  cachedByVersion(db, { name: 'count', isQueued }, rows, async (version) => {
    const counted = await queryFirst(db)<{ n: number; version: number }>`
      select ${countMatching(rows.table, rows.conditions)} as n, ${version} as version`
    return { value: counted?.n ?? 0, version: counted?.version }
  })

/**
 * The number of rows up to a bound, in turns, for where counting them all takes too long.
 * @throws TookTooLong where even so many take too long
 */
export const countUpTo = (db: Db, { table, conditions }: RowsOf, bound: number): Promise<number> =>
  cacheOf(db).queue.run(
    () =>
      readWithin(
        maxCountMs,
        '',
        () => queryNumber(db)`
          select count(*) from (${rowsMatching(table, conditions)} limit ${bound}) as t`,
      ),
    { signal: waitingSignal() },
  )

/** The number of rows if the cache has it; undefined if it would have to be counted. */
export async function knownCount(db: Db, rows: RowsOf): Promise<number | undefined> {
  const key = versionedKey(db, 'count', rows)
  const found = key === undefined ? undefined : cacheOf(db).values.get(key)
  if (!found || !isFresh(db, rows, found)) return undefined
  if (found.version !== (await versionOf(db, rows))) return undefined
  return found.value as number
}

/** Caches a value while the tables don't change; throws TookTooLong. `work` reads the version in its own statement. */
export async function cachedByVersion<T>(
  db: Db,
  { name, isQueued }: { name: string; isQueued: boolean },
  rows: RowsOf,
  work: (version: RawBuilder<number>) => Promise<Versioned<T>>,
): Promise<T> {
  const key = versionedKey(db, name, rows)
  const { values, same, queue } = cacheOf(db)
  const inTurn = (version: RawBuilder<number>) => {
    const count = () => readWithin(maxCountMs, '', () => work(version))
    return isQueued ? queue.run(count, { signal: waitingSignal() }) : count()
  }
  if (key === undefined) return (await inTurn(sql`0`)).value
  return await same.read(`${isQueued} ${key}`, async () => {
    const found = values.get(key)
    if (found && isFresh(db, rows, found) && found.version === (await versionOf(db, rows)))
      return found.value as T
    const since = performance.now()
    const counted = await inTurn(versionIn(rows))
    if (counted.version === undefined) values.delete(key)
    else keepLatest(values, key, { ...counted, since }, maxKept)
    return counted.value
  })
}

/** A number that changes with every change of the tables. */
export function versionIn(rows: RowsOf): RawBuilder<number> {
  const names = sql.join(tablesOf(rows).map((table) => sql.lit(table)))
  return sql`(select coalesce(sum(n), 0)::bigint from delta_versions where area in (${names}))`
}

export const versionOf = (db: Db, rows: RowsOf) => queryNumber(db)`select ${versionIn(rows)} as n`

/** The tables that the rows depend on; searches may look up the names of people. */
const tablesOf = ({ table, conditions }: RowsOf): ListedTable[] => [
  table,
  ...(conditions.some(({ ways }) => ways && ways.length > 1) ? (['users'] as const) : []),
]

/** Tables of which every change makes a delta (except one of `last_active_at`). */
const versioned: ReadonlySet<string> = new Set(countedTables)

/** The key of a value in the cache; undefined if the value can change without a delta, or with the clock. */
export function versionedKey(db: Db, what: string, rows: RowsOf): string | undefined {
  if (!tablesOf(rows).every((table) => versioned.has(table))) return undefined
  const key = keyOf(db, rows.conditions, what, rows.table)
  return /\bnow\(\)/.test(key) ? undefined : key
}
