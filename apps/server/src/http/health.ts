import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/connection/connection.ts'
import { ping } from '../db/connection/connection.ts'
import { unreachable, within } from './database-deadline.ts'
import { Failure } from './failure.ts'

/**
 * `/health/live` answers while the process runs; `/health/ready` while it can serve: the database
 * answers, and no stop has begun.
 * @param limitMs milliseconds that the database has for it
 */
export function serveHealth(
  app: FastifyInstance,
  db: Db,
  stopping: () => boolean,
  limitMs: number,
): void {
  app.get('/health/live', async () => ({ status: 'live' }))
  app.get('/health/ready', async () => {
    if (stopping()) throw new Failure('not_ready', 'The server is stopping.')
    try {
      await within(ping(db), limitMs)
    } catch {
      throw unreachable()
    }
    return { status: 'ready' }
  })
}
