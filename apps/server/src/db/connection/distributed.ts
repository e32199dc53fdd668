import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema/tables.ts'

type Db = Kysely<Tables>

/** The tables that Citus manages in a database that is distributed (decision 63). */
export const distributedTables = [
  'counter_deltas',
  'audit_undos',
  'posts',
  'audit_entries',
  'audit_batch_records',
] as const

export type Distribution = 'none' | 'partial' | 'whole'

export const hasCitus = async (db: Db): Promise<boolean> =>
  (await sql`select 1 from pg_extension where extname = 'citus'`.execute(db)).rows.length > 0

/** How far a database is distributed. Behind a change, only what is opened anew knows of it. */
export async function readDistribution(db: Db): Promise<Distribution> {
  if (!(await hasCitus(db))) return 'none'
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
    where relnamespace = current_schema()::regnamespace`.execute(db)
  const managed = new Set(rows.map(({ name }) => name))
  const found = distributedTables.filter((table) => managed.has(table))
  if (found.length === 0) return 'none'
  return found.length === distributedTables.length ? 'whole' : 'partial'
}

/** By the adapter of the pool, which its transactions and sessions share. */
const distributed = new WeakSet<object>()

/** Notes that what this reads and writes is distributed. */
export const noteDistributed = (db: Db): void => {
  distributed.add(db.getExecutor().adapter)
}

/** Whether the database, or this table of it, was distributed when it was opened. */
export const isDistributed = (db: Db, table?: string): boolean =>
  distributed.has(db.getExecutor().adapter) &&
  (table === undefined || (distributedTables as readonly string[]).includes(table))

/** Whether the database is distributed, but this table of it is one that Citus doesn't know. */
export const isOnCoordinator = (db: Db, table: string): boolean =>
  isDistributed(db) && !isDistributed(db, table)
