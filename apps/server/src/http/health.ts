import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Db, ping } from '../db/connection/connection.ts'
import type { Secrets } from '../secrets.ts'
import { checkHeader, isCheckToken } from './check-token.ts'
import { unreachable } from './database-deadline.ts'
import { Failure } from './failure.ts'

/** As whose the server takes a request that came through proxies. */
export interface SeenRequest {
  address: string
  protocol: string
  /** The header X-Forwarded-For as it arrived; null without. */
  forwardedFor: string | null
}

/**
 * `/health/live` tells `steward check` how its request arrived. `/health/ready` fails once a stop has begun, or where the database doesn't
 * answer within `limitMs`.
 */
export function serveHealth(app: FastifyInstance, db: Db, secrets: Secrets, limitMs: number): void {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.get('/health/live', async ({ headers, ip, protocol }) => {
    if (!isCheckToken(secrets, headers[checkHeader])) return { status: 'live' }
    const forwardedFor = headers['x-forwarded-for']?.toString() ?? null
    const seen: SeenRequest = { address: ip, protocol, forwardedFor }
    return { status: 'live', seen }
  })
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
