import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/connection.ts'
import { Failure } from './failure.ts'

/**
 * `/health/live` answers while the process runs; `/health/ready` while it can serve: the database
 * answers, and no stop has begun.
 */
export function serveHealth(app: FastifyInstance, db: Db, stopping: () => boolean): void {
  app.get('/health/live', async () => ({ status: 'live' }))
  app.get('/health/ready', async () => {
    if (stopping()) throw new Failure('not_ready', 'The server is stopping.')
    try {
      await sql`select 1`.execute(db)
    } catch {
      throw new Failure('not_ready', 'The database can’t be reached just now.', { retryAfter: 5 })
    }
    return { status: 'ready' }
  })
}
