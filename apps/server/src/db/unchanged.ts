import { type RawBuilder, sql } from 'kysely'
import { SharedReads } from './batched-reads.ts'
import { readWithin } from './cancellation.ts'
import { type Condition, where } from './conditions.ts'
import type { Db } from './connection.ts'
import { CountQueue } from './count-queue.ts'
import { countMatching } from './search.ts'
import { type ListedTable, tablesWithDeltas } from './tables.ts'

/** What was worked out of some rows, and the version of their tables before that. */
interface Kept {
  value: unknown
  version: number
}

/** Values that are kept for one database: a cache whose entries prove that they are still right. */
const mostKept = 500

const kept = new WeakMap<Db, Map<string, Kept>>()

/** What a count may take of the database; milliseconds. */
const mostCountMs = 5_000

/** What a total that follows its rows may be waited for, its turn included; milliseconds. */
export const maxTotalMs = 15_000

/** Counting for one database: the same is counted once for all who ask meanwhile, and few at the same time. */
interface Counting {
  same: SharedReads
  queue: CountQueue
}

const counting = new WeakMap<Db, Counting>()

function countingOf(db: Db): Counting {
  const own = counting.get(db) ?? { same: new SharedReads(maxTotalMs), queue: new CountQueue() }
  counting.set(db, own)
  return own
}

/** Tables whose deltas tell of every change (but of when somebody was last active), so that a version proves that there was none. */
const versioned: ReadonlySet<string> = new Set(tablesWithDeltas)

/** Rows that something is worked out of. */
export interface RowsOf {
  table: ListedTable
  conditions: readonly Condition[]
}

/** What was worked out, and the version of the tables in the same statement; none where it has no row. */
interface WorkedOut<T> {
  value: T
  version: number | undefined
}

/**
 * The exact number of rows: counted, and again only once something has changed.
 * @param patient whether rows don't wait for it, so that it waits for its turn
 */
export const countRows = (db: Db, rows: RowsOf, patient: boolean): Promise<number> =>
  whileUnchanged(db, { name: 'count', patient }, rows, async (version) => {
    const counted = await sql<{ n: number; version: number }>`
      select ${countMatching(rows.table, rows.conditions)} as n, ${version} as version`.execute(db)
    return { value: counted.rows[0]?.n ?? 0, version: counted.rows[0]?.version }
  })

/** The exact number of rows where that is known; undefined where it would have to be counted. */
export async function knownCount(db: Db, rows: RowsOf): Promise<number | undefined> {
  const key = keyOf(db, 'count', rows)
  const found = key === undefined ? undefined : kept.get(db)?.get(key)
  if (!found || found.version !== (await versionOf(db, rows))) return undefined
  return found.value as number
}

/**
 * Works something out of rows, or says once more what it was, where nothing has changed since that it hangs on. Few of
 * such work at the same time where it is patient, and who asks for the same meanwhile waits for it.
 * @param what its name, and whether it waits for its turn
 * @param work is given the version of the tables, to be read in its own statement
 * @throws {TookTooLong}
 */
export async function whileUnchanged<T>(
  db: Db,
  { name, patient }: { name: string; patient: boolean },
  rows: RowsOf,
  work: (version: RawBuilder<number>) => Promise<WorkedOut<T>>,
): Promise<T> {
  const key = keyOf(db, name, rows)
  const { same, queue } = countingOf(db)
  const inTurn = (version: RawBuilder<number>) => {
    const count = () => readWithin(mostCountMs, '', () => work(version))
    return patient ? queue.run(count) : count()
  }
  if (key === undefined) return (await inTurn(sql`0`)).value
  return await same.read(`${patient} ${key}`, async () => {
    const own = kept.get(db) ?? new Map<string, Kept>()
    kept.set(db, own)
    const found = own.get(key)
    if (found && found.version === (await versionOf(db, rows))) return found.value as T
    const { value, version } = await inTurn(versionIn(rows))
    own.delete(key)
    if (version !== undefined) own.set(key, { value, version })
    const [oldest] = own.keys()
    if (own.size > mostKept && oldest !== undefined) own.delete(oldest)
    return value
  })
}

/** A number that is another one after each change of the tables that some rows hang on. */
export function versionIn(rows: RowsOf): RawBuilder<number> {
  const names = sql.join(tablesOf(rows).map((table) => sql.lit(table)))
  return sql`(select coalesce(sum(n), 0)::bigint from delta_versions where area in (${names}))`
}

export async function versionOf(db: Db, rows: RowsOf): Promise<number> {
  const found = await sql<{ n: number }>`select ${versionIn(rows)} as n`.execute(db)
  return found.rows[0]?.n ?? 0
}

/** A search may look into the names of people. */
const tablesOf = ({ table, conditions }: RowsOf): ListedTable[] => [
  table,
  ...(conditions.some(({ ways }) => ways && ways.length > 1) ? (['users'] as const) : []),
]

/** Names what is worked out; undefined where it can change without a delta, or by the clock alone. */
export function keyOf(db: Db, what: string, rows: RowsOf): string | undefined {
  if (!tablesOf(rows).every((table) => versioned.has(table))) return undefined
  const { sql: text, parameters } = sql`${where(rows.conditions)}`.compile(db)
  return /\bnow\(\)/.test(text) ? undefined : JSON.stringify([what, rows.table, text, parameters])
}
