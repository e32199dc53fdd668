import { readConfig } from '../config.ts'
import { type Connection, openConnection } from '../db/connection/connection.ts'
import { migrateAsOwner } from '../db/migrations/migrate-as-owner.ts'

/** Opens the database of the settings or of a running server, with its schema up to date. */
export async function withDatabase<T>(
  work: (connection: Connection, applied: string[]) => Promise<T>,
): Promise<T> {
  const config = readConfig(process.env)
  const connection = await openConnection(config, { share: true })
  try {
    const applied = await migrateAsOwner(connection, config, (line) =>
      process.stderr.write(`${line}\n`),
    )
    return await work(connection, applied)
  } finally {
    await connection.close()
  }
}
