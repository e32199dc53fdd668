import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Db, ping } from '../db/connection/connection.ts'
import { unreachable } from './database-deadline.ts'
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
    const asked = ping(db).then(
      () => true,
      () => false,
    )
    if (!(await Promise.race([asked, wait(limitMs, false, { ref: false })]))) throw unreachable()
    return { status: 'ready' }
  })
}
