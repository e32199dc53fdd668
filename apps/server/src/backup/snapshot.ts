import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { type Connection, openConnection } from '../db/connection/connection.ts'
import { DirectoryOpen } from '../db/embedded/engine.ts'
import { copyOnline } from '../db/embedded/online-copy.ts'
import { OperatorError } from '../operator-error.ts'

const copyName = 'database.backup-copy'

/**
 * Opens the database for a long read: a snapshot of PostgreSQL, a copy of the embedded engine's files,
 * which has one session.
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
      await rm(to, { recursive: true, force: true })
      await mkdir(to, { mode: 0o700 })
      await copyOnline(source.db, join(config.dataDir, 'database'), to, signal)
    } finally {
      // Close this process's engine first: two open engines would take twice the memory.
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
