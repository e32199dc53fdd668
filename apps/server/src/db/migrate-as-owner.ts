import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { type Connection, openConnection } from './connection.ts'
import { grantServing } from './grants.ts'
import { migrate } from './migrate.ts'

/**
 * Brings the schema up to date: as the role of `migrationUrl` where the settings name one, which then
 * gives the serving role what it needs. Otherwise the serving role owns the tables itself.
 * @param connection the database as the serving role
 * @returns the names of the migrations that were applied
 */
export async function migrateAsOwner(
  connection: Connection,
  { migrationUrl, dataDir }: Pick<Config, 'migrationUrl' | 'dataDir'>,
): Promise<string[]> {
  if (!migrationUrl) return await migrate(connection)
  const owner = await openConnection({ databaseUrl: migrationUrl, dataDir })
  try {
    const applied = await migrate(owner)
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(connection.db)
    await grantServing(owner.db, rows[0]?.role ?? '')
    return applied
  } finally {
    await owner.close()
  }
}
