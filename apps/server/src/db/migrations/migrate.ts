import { setTimeout as wait } from 'node:timers/promises'
import { msg } from '@steward/i18n/reader'
import { type Said, say } from '@steward/i18n/sentence'
import { sql } from 'kysely'
import { OperatorError } from '../../operator-error.ts'
import { readCollation, refreshCollation, setCollation } from '../collation.ts'
import { type Connection, type Db, reasonOf } from '../connection/connection.ts'
import { describeDatabase, encodingProblem } from '../connection/describe.ts'
import { isDistributed, readDistribution } from '../connection/distributed.ts'
import { queryColumn } from '../connection/query.ts'
import { rebuildCounters } from '../counts/verify.ts'
import { changeOneNodeAtATime } from '../distribution/citus.ts'
import { estimateRows } from '../statistics/estimate.ts'
import { makeSnapshotTables, readRecordShapes } from '../time-travel/snapshot.ts'
import { noteApplied, readApplied, readNewer } from './applied.ts'
import { fillBatch, forgetPosition, keepPosition, readPosition } from './backfill.ts'
import { dropInvalidIndex, withoutConcurrently } from './concurrent-index.ts'
import { type Migration, readMigrations } from './migration-file.ts'

/** An arbitrary number that names our lock among the database's advisory locks. */
const lockKey = 7_203_117

/** How long a migration waits for a lock, in milliseconds; whoever wants the table after it waits as long. */
const lockTimeoutMs = 500

/** How often it tries to get one, with a pause that grows to 8 seconds: for about 13 minutes: a backup may take as long. */
const maxTries = 100

export interface MigrateOptions {
  /** The locale that names are sorted by in a new database; the order of Unicode by default. */
  collation?: string | undefined
  /** Whether an existing database is to be sorted by `collation`, too, which locks its tables meanwhile. */
  changesCollation?: boolean
  /** By default those of this version. */
  migrations?: readonly Migration[]
  /** Is told how it goes, a line each. */
  tell?: (line: Said) => void
}

/**
 * Brings the schema up to date while others read and write: applies each migration that has not been, in the order
 * of their names, and notes it. Several instances can start at once; one that ends in the middle goes on at its next start.
 * @returns the names of the migrations that it applied
 * @throws {OperatorError} where the database has a migration that this version can't work with or another encoding than
 *   UTF8, or a lock can't be got
 */
export async function migrate(
  connection: Connection,
  { migrations, tell = () => {}, collation, changesCollation = false }: MigrateOptions = {},
): Promise<string[]> {
  const all = migrations ?? (await readMigrations())
  const { db } = connection
  if ((await readDistribution(db)) === 'partial')
    throw new OperatorError(
      'The database is distributed in part. Run steward distribute to go on, or steward distribute --undo.',
    )
  return await withSchemaLock(connection, tell, async () => {
    const known = all.map(({ name }) => name)
    const newer = await readNewer(db, known)
    if (newer.length > 0)
      tell(
        say('the database is of a newer version ({newest}) that this one can share it with', {
          newest: newer.at(-1),
        }),
      )
    const applied = await readApplied(db)
    if (applied.length === 0) {
      const problem = encodingProblem((await describeDatabase(db)).encoding)
      if (problem) throw new OperatorError(problem)
      // Nobody waits for an empty database.
      return await db.transaction().execute(async (tx) => {
        const made = await applyMigrations(tx, all)
        if (collation) await setCollation(tx, collation)
        return made
      })
    }
    const missing = all.filter(({ name }) => !applied.includes(name))
    for (const migration of missing) {
      try {
        await apply[migration.way](connection, migration, tell)
      } catch (error) {
        throw isDistributed(db) ? problemOf(migration, error) : error
      }
    }
    // A backfill changes rows past `write`, which counts what it changes.
    if (missing.some(({ way }) => way === 'backfill')) await rebuildCounters(db)
    await refreshCollation(connection, tell)
    if (collation) await keepToCollation(db, collation, changesCollation, tell)
    return missing.map(({ name }) => name)
  })
}

async function keepToCollation(
  db: Db,
  wanted: string,
  changesIt: boolean,
  tell: (line: Said) => void,
): Promise<void> {
  const now = (await readCollation(db))?.locale
  if (now === undefined || now === wanted) return
  if (changesIt) await db.transaction().execute((tx) => setCollation(tx, wanted))
  else
    tell(
      say('names are sorted as in {now}, and not as in {wanted}: steward migrate changes that', {
        now,
        wanted,
      }),
    )
}

/** The SQL states with which Citus refuses a statement: `feature_not_supported`, and that of a failure without one. */
const refusals = new Set(['0A000', 'XX000'])

const problemOf = ({ name }: Migration, error: unknown) =>
  refusals.has((error as { code?: string }).code ?? '')
    ? new OperatorError(
        say(
          "The migration {name} can't be applied to distributed tables ({reason}). Run steward distribute --undo, steward migrate, then steward distribute.",
          { name, reason: reasonOf(error) },
        ),
      )
    : error

/**
 * Does `work` while no other process changes the schema. The lock is that of a transaction, which a pooler keeps on
 * one connection; asked for again and again, since a statement that waits would keep an index from being built.
 */
export async function withSchemaLock<R>(
  { db, engine }: Connection,
  tell: (line: Said) => void,
  work: () => Promise<R>,
): Promise<R> {
  // The embedded engine has one session, where such a lock would exclude nobody.
  if (engine === 'embedded') return await work()
  for (let tries = 0; ; tries += 1) {
    const done = await db.transaction().execute(async (tx) => {
      const [mine] = await queryColumn(tx)<boolean>`select pg_try_advisory_xact_lock(${lockKey})`
      if (!mine) return undefined
      // It also ends the snapshot of the statement before, for whose end an index would wait.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
      return { result: await work() }
    })
    if (done) return done.result
    if (tries === 0) tell(msg('waiting for another process that changes the schema'))
    await wait(250)
  }
}

/** Keeps every other process from changing the schema until the transaction ends. */
export async function lockSchema(tx: Db, engine: Connection['engine']): Promise<void> {
  if (engine === 'postgresql') await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
}

type Apply = (
  connection: Connection,
  migration: Migration,
  tell: (line: Said) => void,
) => Promise<void>

/** How each migration is applied while others read and write. */
const apply: Record<Migration['way'], Apply> = {
  transaction: async ({ db }, migration, tell) => {
    await withLockTimeout(db, migration, tell, async (tx) => {
      if (!(await noteApplied(tx, migration))) return
      await runIn(tx, migration.sql)
    })
  },

  'no-transaction': async ({ db }, migration) => {
    await db.connection().execute(async (session) => {
      // Only where it has a limit: through a pooler in transaction mode, both would be of any session.
      const [limit] = await queryColumn(session)`show statement_timeout`
      const isLimited = limit !== '0'
      if (isLimited) await sql`set statement_timeout = 0`.execute(session)
      try {
        await dropInvalidIndex(session, migration)
        await sql.raw(migration.sql).execute(session)
      } catch (error) {
        await dropInvalidIndex(session, migration)
        throw error
      } finally {
        if (isLimited) await sql`reset statement_timeout`.execute(session)
      }
    })
    await db.transaction().execute(async (tx) => {
      await noteApplied(tx, migration)
      await makeSnapshotTables(tx)
    })
  },

  backfill: async ({ db }, migration, tell) => {
    const { name, table } = migration
    const total = await estimateRows(db, table)
    let told = Date.now()
    for (;;) {
      const position = await withLockTimeout(db, migration, tell, async (tx) => {
        const next = await fillBatch(tx, migration, await readPosition(tx, migration))
        if (next) await keepPosition(tx, migration, next)
        else if (await noteApplied(tx, migration)) await forgetPosition(tx, migration)
        return next
      })
      if (!position) return
      if (Date.now() - told < 5_000) continue
      told = Date.now()
      tell(say('{name}: {rows} of about {total} rows', { name, rows: position.rows, total }))
    }
  },
}

/** Runs the statements of a migration, and makes the tables of snapshots anew where those of records have changed. */
async function runIn(tx: Db, statements: string): Promise<void> {
  const before = await readRecordShapes(tx)
  await sql.raw(statements).execute(tx)
  if ((await readRecordShapes(tx)) !== before) await makeSnapshotTables(tx)
}

/**
 * Does `work` in a transaction that never waits long for a lock, so that nobody waits long behind it; where it would
 * have to, it is taken back and tried again.
 */
async function withLockTimeout<R>(
  db: Db,
  { name }: Migration,
  tell: (line: Said) => void,
  work: (tx: Db) => Promise<R>,
): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(async (tx) => {
        await sql.raw(`set local lock_timeout = ${lockTimeoutMs}`).execute(tx)
        await sql`set local statement_timeout = 0`.execute(tx)
        if (isDistributed(db)) await changeOneNodeAtATime(tx)
        return await work(tx)
      })
    } catch (error) {
      if (!lockCodes.has((error as { code?: string }).code ?? '')) throw error
      if (tries === maxTries) {
        throw new OperatorError(
          say(
            'The migration {name} could not get a lock within {maxTries} tries: something holds a table for long. The view pg_stat_activity shows what; end that, and start again.',
            { name, maxTries },
          ),
        )
      }
      const pause = Math.min(8_000, 250 * 2 ** tries)
      tell(
        say('{name}: a table is in use; trying again in {seconds} s ({tries} of {maxTries})', {
          name,
          seconds: pause / 1_000,
          tries,
          maxTries,
        }),
      )
      await wait(pause)
    }
  }
}

/** The SQL states of a lock that was not got in time, and of a deadlock. */
const lockCodes = new Set(['55P03', '40P01'])

/**
 * Applies those of some migrations that a database does not have yet, within a transaction: for a database that
 * nobody else uses.
 * @param migrations in their order
 * @returns the names of those that it applied
 */
export async function applyMigrations(tx: Db, migrations: readonly Migration[]): Promise<string[]> {
  await sql`create table if not exists schema_migrations (
    name text primary key,
    applied_at timestamptz not null default now()
  )`.execute(tx)
  const applied = new Set(await readApplied(tx))
  // A large table takes as long as it takes.
  await sql`set local statement_timeout = 0`.execute(tx)
  const missing = migrations.filter(({ name }) => !applied.has(name))
  for (const migration of missing) {
    if (migration.way === 'backfill') {
      let position = await fillBatch(tx, migration, { last: null, rows: 0 })
      while (position) position = await fillBatch(tx, migration, position)
    } else await sql.raw(withoutConcurrently(migration)).execute(tx)
    await noteApplied(tx, migration)
  }
  if (missing.length > 0) await makeSnapshotTables(tx)
  return missing.map(({ name }) => name)
}
