import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { OperatorError } from '../../operator-error.ts'
import type { Connection, Db } from '../connection/connection.ts'
import { makeSnapshotTables } from '../time-travel/snapshot.ts'

const folder = new URL('./', import.meta.url)

/** An arbitrary number that names our lock among the database's advisory locks. */
const lockKey = 7_203_117

/** The names of the SQL files of `migrations/` that this version has, in their order. */
export const listMigrations = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()

/**
 * Brings the schema up to date: applies each SQL file of `migrations/` that has not been, in the
 * order of their names, all in one transaction under a lock, so that several instances can start
 * at once and a failure leaves nothing half done.
 * @returns the names of the files that it applied
 * @throws {OperatorError} where the database knows a migration that this version does not
 */
export async function migrate({ db, engine }: Connection): Promise<string[]> {
  const files = await listMigrations()
  return await db.transaction().execute(async (tx) => {
    await lockSchema(tx, engine)
    const foreign = (await readApplied(tx)).filter((name) => !files.includes(name))
    if (foreign.length > 0) {
      throw new OperatorError(
        `The database was written by a newer Steward (it has the migration ${foreign[0]}). Start that version, or a newer one.`,
      )
    }
    return await applyMigrations(tx, files)
  })
}

/** Keeps every other process from changing the schema until the transaction ends. */
export async function lockSchema(tx: Db, engine: Connection['engine']): Promise<void> {
  // The embedded engine has one session, where such a lock would exclude nobody; there the lock
  // on the data directory does.
  if (engine === 'postgresql') await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
}

/**
 * The names of the migrations that a database has, in their order; none where it has no schema.
 * @throws {OperatorError} where the database is older than the baseline
 */
export async function readApplied(db: Db): Promise<string[]> {
  const there = await sql`select where to_regclass('schema_migrations') is not null`.execute(db)
  if (there.rows.length === 0) return []
  const { rows } = await sql<{ name: string }>`
    select name from schema_migrations order by name collate "C"`.execute(db)
  return await sinceBaseline(
    rows.map((row) => row.name),
    'The database',
  )
}

const isBaseline = (name: string) => /^0082-\d/.test(name)

/** Whether a table of a database or backup at the baseline is one that 0083 drops: no data is lost with it. */
export const isDroppedTable = (table: string): boolean => /^past(s$|_)/.test(table)

/** The last of the migrations that the baseline replaced (decision 52). */
const lastBeforeBaseline = '0082-audit-subjects.sql'

/**
 * The migrations of a database or a backup by the names that they have now: the baseline `0082-1…8` is the schema that
 * all migrations before it made together.
 * @param names in their order
 * @param what whose they are, for the error
 * @throws {OperatorError} where only some of the migrations before the baseline are among them
 */
export async function sinceBaseline(names: readonly string[], what: string): Promise<string[]> {
  const newer = names.filter((name) => isBaseline(name) || name > lastBeforeBaseline)
  if (newer.length === names.length) return newer
  if (names.includes(lastBeforeBaseline))
    return [...(await listMigrations()).filter(isBaseline), ...newer]
  throw new OperatorError(
    `${what} is of a Steward before 25 November 2026 (it ends with the migration ${names.findLast((name) => name < lastBeforeBaseline)}). Bring it up to date with a version in between first: docs/operations.md says which.`,
  )
}

/**
 * Applies those of some migrations that a database does not have yet, within a transaction.
 * @param names in their order
 * @returns the names of those that it applied
 */
export async function applyMigrations(tx: Db, names: readonly string[]): Promise<string[]> {
  await sql`create table if not exists schema_migrations (
    name text primary key,
    applied_at timestamptz not null default now()
  )`.execute(tx)
  const applied = new Set(await readApplied(tx))
  // A large table takes as long as it takes.
  await sql`set local statement_timeout = 0`.execute(tx)
  const missing = names.filter((name) => !applied.has(name))
  for (const name of missing) {
    await sql.raw(await readFile(new URL(name, folder), 'utf8')).execute(tx)
    await sql`insert into schema_migrations (name) values (${name})`.execute(tx)
  }
  if (missing.length > 0) await makeSnapshotTables(tx)
  return missing
}
