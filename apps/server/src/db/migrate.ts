import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { OperatorError } from '../operator-error.ts'
import type { Connection, Db } from './connection.ts'

const folder = new URL('./migrations/', import.meta.url)

/** An arbitrary number that names our lock among the database's advisory locks. */
const lockKey = 7_203_117

/**
 * Brings the schema up to date: applies each SQL file of `migrations/` that has not been, in the
 * order of their names, all in one transaction under a lock, so that several instances can start
 * at once and a failure leaves nothing half done.
 * @returns the names of the files that it applied
 * @throws {OperatorError} where the database knows a migration that this version does not, or holds
 *   something that a migration leaves to people
 */
export async function migrate({ db, engine }: Connection): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return await db.transaction().execute(async (tx) => {
    // The embedded engine has one session, where such a lock would exclude nobody; there the lock
    // on the data directory does.
    if (engine === 'postgresql') await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
    await sql`create table if not exists schema_migrations (
      name text primary key,
      applied_at timestamptz not null default now()
    )`.execute(tx)
    const known = await sql<{ name: string }>`select name from schema_migrations`.execute(tx)
    const applied = new Set(known.rows.map((row) => row.name))
    const foreign = [...applied].filter((name) => !files.includes(name))
    if (foreign.length > 0) {
      throw new OperatorError(
        `The database was written by a newer Steward (it has the migration ${foreign[0]}). Start that version, or a newer one.`,
      )
    }
    // A large table takes as long as it takes.
    await sql`set local statement_timeout = 0`.execute(tx)
    const missing = files.filter((name) => !applied.has(name))
    for (const name of missing) {
      await apply(tx, await readFile(new URL(name, folder), 'utf8'))
      await sql`insert into schema_migrations (name) values (${name})`.execute(tx)
    }
    return missing
  })
}

/** What a migration raises where people have to decide; its message is a sentence for them. */
const forPeople = 'SW001'

async function apply(tx: Db, statements: string): Promise<void> {
  try {
    await sql.raw(statements).execute(tx)
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    throw code === forPeople ? new OperatorError(message) : error
  }
}
