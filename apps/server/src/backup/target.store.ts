import { say } from '@steward/i18n/sentence'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db } from '../db/connection/connection.ts'
import { queryExists, queryNumber } from '../db/connection/query.ts'
import { dropEverything, readTables } from '../db/copy-tables/catalogue.ts'
import { isDroppedTable, readApplied } from '../db/migrations/applied.ts'
import { applyMigrations } from '../db/migrations/migrate.ts'
import { listMigrations, migrationsNamed, readMigrations } from '../db/migrations/migration-file.ts'
import { recordTables } from '../db/schema/tables.ts'
import { OperatorError } from '../operator-error.ts'

/** Whether a database holds more than the owner's role, which the first start makes. */
export async function holdsRecords(db: Db): Promise<boolean> {
  const there = new Set((await readTables(db)).map(({ name }) => name))
  for (const table of recordTables.filter((each) => there.has(each))) {
    const own = table === 'roles' ? sql`not system` : sql`true`
    if (await queryExists(db)`select 1 from ${sql.table(table)} where ${own} limit 1`) return true
  }
  return false
}

/**
 * Counts the sessions of other Steward processes on this database; retries shortly, as some may just be ending.
 * @throws {OperatorError} behind a pooler, whose sessions several processes share
 */
export async function countOthers(
  db: Db,
  { databasePooler }: Pick<Config, 'databasePooler'>,
): Promise<number> {
  if (databasePooler)
    throw new OperatorError(
      "Behind a pooler it can't be told whether a server runs. For this command set DATABASE_URL to the address of the database itself, and no DATABASE_POOLER.",
    )
  let others = 0
  for (let tries = 0; tries < 10; tries += 1) {
    others = await queryNumber(db)`
      select count(*)::int from pg_stat_activity
      where datname = current_database() and application_name = 'steward'
        and pid <> pg_backend_pid()`
    if (others === 0) break
    await sql`select pg_sleep(0.2)`.execute(db)
  }
  return others
}

/** @throws {OperatorError} where another server or command uses the database */
export async function mustBeAlone(db: Db, config: Pick<Config, 'databasePooler'>): Promise<void> {
  const others = await countOthers(db, config)
  if (others === 0) return
  throw new OperatorError(
    say(
      'Steward is running on this database ({others} connections). Stop every server and command first, and a pooler that keeps their connections.',
      { others },
    ),
  )
}

/** Removes Steward's tables; throws an OperatorError where tables of others or newer ones exist. */
export async function clearDatabase(tx: Db, replace: boolean): Promise<void> {
  const applied = await readApplied(tx)
  const known = new Set(await listMigrations())
  const newer = applied.find((name) => !known.has(name))
  if (newer && !replace) {
    throw new OperatorError(
      say(
        'The database was written by a newer Steward (it has the migration {newer}). Restore with that version, or use --replace to delete its data.',
        { newer },
      ),
    )
  }
  if (!newer) {
    const own = new Set(await ownTables(tx, applied))
    const foreign = (await readTables(tx)).filter(
      ({ name }) => !(own.has(name) || isDroppedTable(name)),
    )
    if (foreign.length > 0) {
      const names = foreign.map(({ name }) => name).join(', ')
      throw new OperatorError(
        say(
          "The database holds tables that are not Steward's ({names}). Restore into a database of its own.",
          { names },
        ),
      )
    }
  }
  await dropEverything(tx)
}

async function ownTables(tx: Db, applied: readonly string[]): Promise<string[]> {
  await sql`savepoint own_tables`.execute(tx)
  await dropEverything(tx)
  const names: string[] = []
  for (const migrations of [await migrationsNamed(applied), await readMigrations()]) {
    await applyMigrations(tx, migrations)
    names.push(...(await readTables(tx)).map(({ name }) => name))
  }
  await sql`rollback to savepoint own_tables`.execute(tx)
  return names
}

export async function emptyTables(tx: Db): Promise<void> {
  const names = (await readTables(tx)).map(({ name }) => sql.table(name))
  await sql`truncate ${sql.join(names)}`.execute(tx)
}

/** Lets statements of this transaction use more memory than usual to build indexes. */
export async function allowIndexMemory(tx: Db): Promise<void> {
  await sql`set local maintenance_work_mem = '256MB'`.execute(tx)
}

/** Notes that the files of imports lie in a storage: those of another one, or of all. */
export async function adoptImports(tx: Db, storageId: string, from?: string): Promise<void> {
  const those = from === undefined ? sql`true` : sql`server_id = ${from}`
  await sql`update imports set server_id = ${storageId} where ${those}`.execute(tx)
}

/**
 * Switches all webhooks off. A backup may be restored beside the installation that it is of, to try it, and its receivers must
 * not be told of what happens there; nor a second time of what they were told since the backup.
 */
export async function switchWebhooksOff(tx: Db): Promise<void> {
  await sql`
    update webhooks set state = 'off', off_reason = 'restored', off_at = now(), version = version + 1
    where state = 'on'`.execute(tx)
}
