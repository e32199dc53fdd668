import { keyLimits } from '@steward/contract/service-accounts/service-accounts'
import { msg } from '@steward/i18n/reader'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { retrying } from '../db/connection/retry.ts'
import { callerOf } from './caller-address.ts'
import type { DeadlineGuard } from './database-deadline.ts'
import { Failure } from './failure.ts'
import { PersonRate } from './person-rate.ts'
import type { Session, SessionCheck } from './session.ts'

/** Finds who makes a request by its `Authorization`; throws `no_session`, `not_permitted` and, for a key, `too_many`. */
export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<Session>

const windowSeconds = 60

const tooMany = msg('This key has made too many calls. Please wait as long as Retry-After says.')

/**
 * Makes what finds the caller of any request, whatever protocol it speaks. Calls of a key are counted, on this server,
 * and answered with the rate limit's headers (draft-ietf-httpapi-ratelimit-headers).
 */
export function authenticator(sessionCheck: SessionCheck, guard: DeadlineGuard): Authenticate {
  const rate = new PersonRate(
    { max: keyLimits.perMinute.usual, windowMs: windowSeconds * 1000 },
    tooMany,
  )
  return async (request, reply) => {
    const { authorization } = request.headers
    const session = await guard(
      retrying(() => sessionCheck.authenticate(authorization, callerOf(request))),
    )
    if (!session.key) return session
    const { id, maxPerMinute } = session.key
    const { remaining, resetSeconds } = rate.count(id, maxPerMinute)
    reply
      .header('ratelimit-policy', `"key";q=${maxPerMinute};w=${windowSeconds}`)
      .header('ratelimit', `"key";r=${Math.max(0, remaining)};t=${Math.ceil(resetSeconds)}`)
    if (remaining < 0) throw new Failure('too_many', tooMany, { retryAfter: resetSeconds })
    return session
  }
}
