import { sql } from 'kysely'
import type { Connection } from './connection.ts'

/** The number of the advisory lock of PostgreSQL for setting a system up. */
const setUpLock = 7_203_118

/** Does `work` for one of several servers at a time. The embedded engine needs no lock: it has one process. */
export async function withAdvisoryLock<R>(
  { db, engine }: Pick<Connection, 'db' | 'engine'>,
  work: () => Promise<R>,
): Promise<R> {
  if (engine === 'embedded') return await work()
  // For a transaction, since a pooler may give each transaction another session.
  return await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${setUpLock})`.execute(tx)
    return await work()
  })
}
