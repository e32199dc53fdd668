import { afterEach } from 'vitest'
import { type Connection, openConnection } from '../db/connection/connection.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { type ServerProcess, serveDatabase, untilReady } from './process.ts'

/**
 * For tests that kill a server: one after the other works, as a process of its own, on the one database of a test. What is
 * left of both goes after each test. To be called in `describe`.
 */
export function killedServers(engine: Connection['engine']) {
  let database: TestDatabase | undefined
  let server: ServerProcess | undefined
  afterEach(async () => {
    await server?.stop('SIGKILL')
    await database?.dispose()
  })
  const made = () => {
    if (!database) throw new Error('there is no database before `prepare`')
    return database
  }
  return {
    /** Makes the database, with what `work` does to it before the first server. */
    prepare: async <R>(work: (made: TestDatabase) => Promise<R>): Promise<R> => {
      database = await openTestDatabase(engine)
      const result = await work(database)
      await database.connection.close()
      return result
    },
    /** Starts a server, and waits until it is ready. */
    start: async (): Promise<ServerProcess> => {
      server = await serveDatabase(made())
      await untilReady(server)
      return server
    },
    /** Works on the database while no server does. */
    between: async <R>(work: (made: TestDatabase) => Promise<R>): Promise<R> => {
      made().connection = await openConnection(made().config)
      try {
        return await work(made())
      } finally {
        await made().connection.close()
      }
    },
  }
}
