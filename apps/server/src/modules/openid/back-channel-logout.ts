import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { JWTPayload } from 'jose'
import { auditEvent } from '../../db/write/audit.ts'
import { callerOf } from '../../http/caller-address.ts'
import type { DeadlineGuard } from '../../http/database-deadline.ts'
import { Failure } from '../../http/failure.ts'
import type { Services } from '../../services.ts'
import { sessionsEnded } from '../authentication/account-events.ts'
import { endProviderSessions, useLogoutToken } from '../authentication/provider-sessions.store.ts'
import { enforceRateLimit, perAddress } from '../authentication/throttle.store.ts'
import { findProvider, type ProviderRow } from '../identity-providers/identity-providers.store.ts'

type Context = Pick<Services, 'db' | 'identityProviders' | 'providerFailed'>

const maxBytes = 50_000
/** How old a logout token may be, in seconds. */
const maxAge = 600
const event = 'http://schemas.openid.net/event/backchannel-logout'

/**
 * OpenID Connect back-channel logout: a provider says that somebody has signed out there, and their sessions here end.
 * The form, the statuses and the errors are those of its specification, so it is no call of the contract.
 */
export function serveBackChannelLogout(
  app: FastifyInstance,
  context: Context,
  guard: DeadlineGuard,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxBytes },
      (_request, text, done) => done(null, new URLSearchParams(String(text))),
    )
    scope.post<{ Params: { id: string } }>(
      '/api/auth/openid/:id/logout',
      { config: { takesBody: true } },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const caller = callerOf(request)
        const token =
          request.body instanceof URLSearchParams ? request.body.get('logout_token') : null
        try {
          await guard(logOut(context, request.params.id, token ?? '', caller))
          return reply.status(200).send()
        } catch (error) {
          if (error instanceof Failure && error.code !== 'wrong_credentials') throw error
          if (!(error instanceof Failure)) context.providerFailed(error)
          return reply
            .status(400)
            .send({ error: 'invalid_request', error_description: 'The logout token is not valid.' })
        }
      },
    )
  })
}

async function logOut(
  context: Context,
  id: string,
  token: string,
  caller: ReturnType<typeof callerOf>,
): Promise<void> {
  const { db, identityProviders } = context
  const attempt = await enforceRateLimit(db, perAddress('openid-logout', caller.address, 100, 10))
  const provider = await findProvider(db, id)
  if (!provider?.enabled) throw notValid()
  const { verify } = await identityProviders.clientOf(provider)
  const { jti, subject, sid } = readLogout(provider, await verify(token))
  await attempt.uncount()
  await db.transaction().execute(async (tx) => {
    const jtiHash = createHash('sha256').update(jti).digest()
    const expiresAt = new Date(Date.now() + 2 * (maxAge + 300) * 1000).toISOString()
    // Sent again, it ends nothing more.
    if (!(await useLogoutToken(tx, { provider: provider.id, jtiHash, expiresAt }))) throw notValid()
    const ended = await endProviderSessions(tx, provider.id, {
      ...(subject !== undefined && { subject }),
      ...(sid !== undefined && { sid }),
    })
    for (const { user_id, name, count } of ended) {
      const event = sessionsEnded({ id: user_id, name }, count)
      const detail = `${event.detail} by ${provider.name}`
      await auditEvent(tx, { user: null, ...caller }, { ...event, detail })
    }
  })
}

const notValid = () => new Failure('wrong_credentials', 'The logout token is not valid.')

/** What a logout token says; @throws {Failure} where it is none, such as an ID token. */
function readLogout(
  { clock_skew_seconds: skew }: ProviderRow,
  { jti, sub, sid, iat, nonce, events }: JWTPayload,
): { jti: string; subject: string | undefined; sid: string | undefined } {
  const now = Date.now() / 1000
  const isLogout =
    typeof events === 'object' && events !== null && typeof Reflect.get(events, event) === 'object'
  if (!isLogout || nonce !== undefined || !jti) throw notValid()
  if (typeof iat !== 'number' || iat < now - maxAge - skew || iat > now + skew) throw notValid()
  const session = typeof sid === 'string' ? sid : undefined
  if (sub === undefined && session === undefined) throw notValid()
  return { jti, subject: sub, sid: session }
}
