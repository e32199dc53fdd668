import { readConfig } from '../config.ts'
import { type Connection, openConnection } from '../db/connection/connection.ts'
import { migrateAsOwner } from '../db/migrations/migrate-as-owner.ts'

/**
 * Opens the database that the settings name, with its schema up to date; the embedded engine of a
 * running server is shared.
 * @param work is told which migrations were applied
 */
export async function withDatabase<T>(
  work: (connection: Connection, applied: string[]) => Promise<T>,
): Promise<T> {
  const config = readConfig(process.env)
  const connection = await openConnection(config, { share: true })
  try {
    return await work(connection, await migrateAsOwner(connection, config))
  } finally {
    await connection.close()
  }
}
