import type { Said } from '@steward/i18n/sentence'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { convertSeals, hasSealsToConvert } from '../audit-chain/convert-seals.ts'
import { type Connection, type Db, openConnection } from '../connection/connection.ts'
import { queryColumn } from '../connection/query.ts'
import { type MigrateOptions, migrate, withSchemaLock } from './migrate.ts'

/**
 * Brings the schema up to date: as the role of `migrationUrl` where the settings name one, which then
 * gives the serving role what it needs. Otherwise the serving role owns the tables itself.
 * @param connection the database as the serving role
 * @param say is told how it goes, a line each
 * @param changesCollation whether names are to be sorted as the settings say now, which locks tables
 * @returns the names of the migrations that were applied
 */
export async function migrateAsOwner(
  connection: Connection,
  config: Pick<Config, 'databaseUrl' | 'migrationUrl' | 'databasePooler' | 'dataDir'> &
    Partial<Pick<Config, 'collation'>>,
  tell: (line: Said) => void = () => {},
  changesCollation = false,
): Promise<string[]> {
  const options = { tell, collation: config.collation, changesCollation }
  if (!config.databaseUrl) return await migrateAndConvert(connection, options)
  // On connections of its own, whose statements may take as long as they take.
  const { migrationUrl, databaseUrl } = config
  const owner = await openConnection({ ...config, databaseUrl: migrationUrl ?? databaseUrl })
  try {
    const applied = await migrateAndConvert(owner, options)
    if (!migrationUrl) return applied
    const [serving, owning] = [await roleOf(connection.db), await roleOf(owner.db)]
    // An owner must not take its own rights away, where the two settings differ by the pooler alone.
    if (serving !== owning)
      // Grants of two servers that start together would collide.
      await withSchemaLock(owner, tell, () => grantServing(owner.db, serving))
    return applied
  } finally {
    await owner.close()
  }
}

async function migrateAndConvert(owner: Connection, options: MigrateOptions): Promise<string[]> {
  const applied = await migrate(owner, options)
  if (await hasSealsToConvert(owner.db)) {
    const { tell = () => {} } = options
    await withSchemaLock(owner, tell, () => convertSeals(owner.db, tell))
  }
  return applied
}

const roleOf = async (db: Db): Promise<string> =>
  (await queryColumn(db)<string>`select current_user`)[0] ?? ''

/** Tables that are append-only: the serving role may read and add, and change and delete nothing. */
const appendOnly = ['audit_entries', 'audit_batch_records', 'audit_seals', 'audit_undos'] as const

/**
 * Gives the role that serves what it needs, and no more: it may read and write records, and only add
 * to the audit log. To be called as the role that owns the tables.
 * @param role the name of the serving role
 */
async function grantServing(db: Db, role: string): Promise<void> {
  const to = sql.id(role)
  await sql`grant usage on schema public to ${to}`.execute(db)
  await sql`grant select, insert, update, delete on all tables in schema public to ${to}`.execute(
    db,
  )
  await sql`grant usage, select on all sequences in schema public to ${to}`.execute(db)
  await sql`grant execute on all functions in schema public to ${to}`.execute(db)
  for (const table of appendOnly) {
    await sql`revoke update, delete, truncate on ${sql.table(table)} from ${to}`.execute(db)
  }
  // Whether an undo is in effect changes with the next one; which entry it took back never does.
  await sql`grant update (in_effect) on audit_undos to ${to}`.execute(db)
  const ofMigrations = sql`schema_migrations, schema_backfills, audit_conversion`
  await sql`revoke insert, update, delete on ${ofMigrations} from ${to}`.execute(db)
}
