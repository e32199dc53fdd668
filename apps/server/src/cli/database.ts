import { readConfig } from '../config.ts'
import { type Connection, openConnection } from '../db/connection.ts'
import { migrate } from '../db/migrate.ts'

/**
 * Opens the database that the settings name, with its schema up to date; the embedded engine of a
 * running server is shared.
 * @param work is told which migrations were applied
 */
export async function withDatabase<T>(
  work: (connection: Connection, applied: string[]) => Promise<T>,
): Promise<T> {
  const connection = await openConnection(readConfig(process.env), { share: true })
  try {
    return await work(connection, await migrate(connection))
  } finally {
    await connection.close()
  }
}
