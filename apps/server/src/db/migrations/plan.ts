import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Message, msg } from '@steward/i18n/reader'
import { sql } from 'kysely'
import { type Connection, type Db, openConnection } from '../connection/connection.ts'
import { queryAll } from '../connection/query.ts'
import { readApplied, readNewer } from './applied.ts'
import { applyMigrations } from './migrate.ts'
import { type Migration, readMigrations } from './migration-file.ts'

/** A table of the database that a migration keeps others from, and how large it is. */
interface LockedTable {
  table: string
  /** What nobody else can do with it until the migration ends. */
  stops: Message
  /** Whether every row is written anew meanwhile. */
  rewrites: boolean
  /** As the database last estimated. */
  rows: number
  bytes: number
}

/** A migration that is to be applied, and how. */
export interface PlannedMigration extends Pick<Migration, 'name' | 'way' | 'table'> {
  locks: LockedTable[]
}

/**
 * What {@link migrate} would do. It changes and locks nothing in the database: the locks are those that each
 * migration takes in an empty database of the same schema, made for this in a folder for temporary files.
 * @param migrations by default those of this version
 * @throws {OperatorError} where the database has a migration that this version can't work with
 */
export async function planMigrations(
  { db }: Pick<Connection, 'db'>,
  migrations?: readonly Migration[],
): Promise<PlannedMigration[]> {
  const all = migrations ?? (await readMigrations())
  await readNewer(
    db,
    all.map(({ name }) => name),
  )
  const applied = await readApplied(db)
  const missing = all.filter(({ name }) => !applied.includes(name))
  const isEmpty = applied.length === 0
  if (isEmpty || missing.length === 0) return missing.map((each) => ({ ...each, locks: [] }))
  const sizes = await readSizes(db)
  const dataDir = await mkdtemp(join(tmpdir(), 'steward-plan-'))
  try {
    const scratch = await openConnection({ dataDir, databaseUrl: undefined })
    try {
      const made = all.filter(({ name }) => applied.includes(name))
      await scratch.db.transaction().execute((tx) => applyMigrations(tx, made))
      const planned: PlannedMigration[] = []
      for (const migration of missing)
        planned.push({ ...migration, locks: await tryOut(scratch.db, migration, sizes) })
      return planned
    } finally {
      await scratch.close()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

type Size = Pick<LockedTable, 'table' | 'rows' | 'bytes'>

const readSizes = (db: Db) =>
  queryAll(db)<Size>`
    select relname as table, greatest(reltuples, 0)::bigint as rows, pg_total_relation_size(oid) as bytes
    from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`

/** Applies a migration. @returns the locks that it took on tables that were there before */
async function tryOut(
  db: Db,
  migration: Migration,
  sizes: readonly Size[],
): Promise<LockedTable[]> {
  return await db.transaction().execute(async (tx) => {
    const before = await readFiles(tx)
    await applyMigrations(tx, [migration])
    // What is built concurrently, or in batches, keeps nobody waiting.
    if (migration.way !== 'transaction') return []
    const after = await readFiles(tx)
    const locks = await queryAll(tx)<{ table: string; all: boolean }>`
      select relname as table, bool_or(mode = 'AccessExclusiveLock') as all
      from pg_locks join pg_class on pg_class.oid = relation
      where pid = pg_backend_pid() and relkind = 'r' and relname not like 'snapshot%' and mode = any(
        array['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'])
      group by 1 order by 1`
    return locks.flatMap(({ table, all }) => {
      const size = sizes.find((each) => each.table === table)
      const rewrites = before.get(table) !== after.get(table)
      return size
        ? [
            {
              ...size,
              stops: all ? msg('reads and writes') : msg('writes'),
              rewrites,
            },
          ]
        : []
    })
  })
}

/** The file of each table; another one after every row was written anew. */
async function readFiles(tx: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; file: string }>`
    select relname as name, pg_relation_filenode(oid)::text as file
    from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(tx)
  return new Map(rows.map(({ name, file }) => [name, file]))
}
