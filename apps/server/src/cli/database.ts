import type { Said } from '@steward/i18n/sentence'
import { readConfig } from '../config.ts'
import { type Connection, openConnection } from '../db/connection/connection.ts'
import { migrateAsOwner } from '../db/migrations/migrate-as-owner.ts'
import { forTerminal } from '../environment-language.ts'

/** Opens the database of the settings or of a running server, with its schema up to date. */
export async function withDatabase<T>(
  work: (connection: Connection, applied: string[]) => Promise<T>,
  { changesCollation = false } = {},
): Promise<T> {
  const config = readConfig(process.env)
  const connection = await openConnection(config, { share: true })
  try {
    const tell = (line: Said) => void process.stderr.write(`${forTerminal(line)}\n`)
    const applied = await migrateAsOwner(connection, config, tell, changesCollation)
    return await work(connection, applied)
  } finally {
    await connection.close()
  }
}
