import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openConnection } from '../db/connection/connection.ts'
import { migrate } from '../db/migrations/migrate.ts'

/** Makes a data directory whose embedded database has its schema, for tests to copy. */
export async function makeTemplate(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'steward-template-'))
  const connection = await openConnection({ dataDir, databaseUrl: undefined })
  await migrate(connection)
  await connection.close()
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) }
}
