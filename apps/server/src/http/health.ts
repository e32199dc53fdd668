import type { FastifyInstance } from 'fastify'
import { type Db, ping } from '../db/connection/connection.ts'
import { unreachable, within } from './database-deadline.ts'
import { Failure } from './failure.ts'

/**
 * `/health/live` answers while the process runs; `/health/ready` while the database answers within
 * `limitMs`, and no stop has begun.
 */
export function serveHealth(app: FastifyInstance, db: Db, limitMs: number): void {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.get('/health/live', async () => ({ status: 'live' }))
  app.get('/health/ready', async () => {
    if (stopping) throw new Failure('not_ready', 'The server is stopping.')
    await within(ping(db), limitMs).catch(() => {
      throw unreachable()
    })
    return { status: 'ready' }
  })
}
