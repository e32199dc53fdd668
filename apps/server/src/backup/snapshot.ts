import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { type Connection, openConnection } from '../db/connection/connection.ts'
import { DirectoryOpen } from '../db/embedded/engine.ts'
import { copyOnline } from '../db/embedded/online-copy.ts'
import { OperatorError } from '../operator-error.ts'

/** Where the copy of the embedded database is while a backup reads it. */
const copyName = 'database.backup-copy'

/**
 * Opens the database to be read for long: PostgreSQL as it is, with a snapshot; of the embedded engine, whose one
 * session a long transaction would hold up, a copy of its files that is made while it goes on.
 * @throws {OperatorError} where it can't be opened or copied, or another backup has a copy open
 */
export async function openSnapshot(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  signal: AbortSignal,
): Promise<Connection> {
  const source = await openConnection(config, { share: true })
  if (source.engine === 'postgresql') return source
  const dataDir = join(config.dataDir, copyName)
  const remove = () => rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  const prepare = async (to: string) => {
    try {
      // What one that was killed has left.
      await rm(to, { recursive: true, force: true })
      await mkdir(to, { mode: 0o700 })
      await copyOnline(source.db, join(config.dataDir, 'database'), to, signal)
    } finally {
      // Where it is this process's own, two engines would take twice the memory.
      await source.close()
    }
  }
  try {
    const copy = await openConnection({ dataDir, databaseUrl: undefined }, { prepare })
    return {
      ...copy,
      close: async () => {
        await copy.close()
        await remove()
      },
    }
  } catch (error) {
    if (error instanceof DirectoryOpen) {
      await source.close()
      throw new OperatorError(
        `Another backup of ${config.dataDir} is running. Wait until it has finished.`,
      )
    }
    await remove()
    throw error
  }
}
