import type { FastifyInstance } from 'fastify'
import type { Secrets } from '../secrets.ts'
import { checkHeader, isCheckToken } from './check-token.ts'
import { Failure } from './failure.ts'

/** As whose the server takes a request that came through proxies. */
export interface SeenRequest {
  address: string
  protocol: string
  /** The header X-Forwarded-For as it arrived; null without. */
  forwardedFor: string | null
}

/**
 * `/health/live` tells `steward check` how its request arrived. `/health/ready` says whether this instance can
 * serve: it fails once a stop has begun, and on a schema that isn't ours. A database that is away is no reason:
 * every instance would fail at once, and callers would hear it from a proxy that knows less.
 */
export function serveHealth(
  app: FastifyInstance,
  secrets: Secrets,
  hasSchema: () => boolean,
): void {
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
    if (!hasSchema())
      throw new Failure('not_ready', 'The database’s schema is of an older version.')
    return { status: 'ready' }
  })
}
