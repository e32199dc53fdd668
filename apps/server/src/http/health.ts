import type { FastifyInstance } from 'fastify'
import { type Db, ping } from '../db/connection/connection.ts'
import { unreachable, within } from './database-deadline.ts'
import { Failure } from './failure.ts'

/** `/health/ready` fails once a stop has begun, or where the database doesn't answer within `limitMs`. */
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
