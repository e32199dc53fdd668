import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { msg } from '@steward/i18n/reader'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connection/connection.ts'
import type { Authenticate } from '../../http/authenticate.ts'
import { authorize } from '../../http/authorize.ts'
import { callerOf } from '../../http/caller-address.ts'
import type { DeadlineGuard } from '../../http/database-deadline.ts'
import type { DirectCall } from '../../http/direct-call.ts'
import { Failure, notPermitted } from '../../http/failure.ts'
import { PersonRate } from '../../http/person-rate.ts'
import { bearerOf, type Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import type { PermissionUses } from '../roles/permission-uses.store.ts'
import { isKey } from '../service-accounts/service-keys.rules.ts'

export interface McpParts {
  config: Pick<Config, 'mcp' | 'publicUrl' | 'corsOrigins'>
  db: Db
  services: Pick<Services, 'areas' | 'db' | 'identityProviders' | 'providerFailed' | 'scopeOf'>
  /** Finds the service account of a key, and counts its calls. */
  authenticate: Authenticate
  call: DirectCall
  guard: DeadlineGuard
  uses: Pick<PermissionUses, 'count'>
  onError: (error: unknown) => void
}

/** The largest body of a request, in bytes. */
export const maxBody = 1_048_576

/** What describes the server to clients (RFC 9728), below the address and with its path. */
const described = '/.well-known/oauth-protected-resource'

/** Requests of one person in a minute; those of a key have a limit of its own. */
const perMinute = 600

/**
 * Serves the Model Context Protocol at `/mcp` for keys of service accounts, and for people by access tokens of the
 * identity provider that MCP_ISSUER names. The protocol itself is loaded when the first request comes.
 */
export async function serveMcp(app: FastifyInstance, parts: McpParts): Promise<void> {
  const { config } = parts
  const { url, issuer } = config.mcp
  const closing: (() => Promise<void>)[] = []
  app.addHook('preClose', async () => void (await Promise.all(closing.map((close) => close()))))
  const protocol = once(async () => {
    const { openProtocol } = await import('./protocol.ts')
    const opened = openProtocol({ ...parts, publicUrl: config.publicUrl, maxBody })
    closing.push(opened.close)
    return opened
  })
  const tokens = once(async () => {
    const { openTokenCheck } = await import('./access-token.ts')
    return openTokenCheck({
      ...parts,
      scopeOf: parts.services.scopeOf,
      clients: parts.services.identityProviders,
      onAway: parts.services.providerFailed,
      issuer: issuer ?? '',
      resource: url,
    })
  })
  const rate = new PersonRate(
    { max: perMinute, windowMs: 60_000 },
    msg('You have made too many calls. Please wait as long as Retry-After says.'),
  )
  const sessions = new WeakMap<FastifyRequest, Session>()

  const caller = async (request: FastifyRequest, reply: FastifyReply): Promise<Session> => {
    const token = bearerOf(request.headers.authorization)
    if (!token) throw new Failure('no_session', 'This server needs a key or an access token.')
    if (isKey(token)) return await parts.authenticate(request, reply)
    if (issuer === null || token.split('.').length !== 3) {
      throw new Failure('no_session', 'This is neither a key nor an access token for this server.')
    }
    const session = await (await tokens()).authenticate(token, callerOf(request))
    rate.take(session.user.id)
    return session
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The protocol reads the text itself, and answers what is wrong with it in its own way.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: maxBody },
      (_request, text, done) => done(null, text),
    )
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/mcp',
      exposeHeadRoute: false,
      bodyLimit: maxBody,
      config: { takesBody: true },
      onRequest: async (request, reply) => {
        reply.header('cache-control', 'no-store')
        requireOwnOrigin(request.headers.origin, config)
        try {
          const session = await caller(request, reply)
          authorize(session, { needs: 'session' })
          sessions.set(request, session)
        } catch (error) {
          if (error instanceof Failure && error.status === 401) {
            reply.header('www-authenticate', challenge(config, request.headers.authorization))
          }
          throw error
        }
      },
      handler: async (request, reply) => {
        // A batch would be many calls for one of the rate limit; the protocol has none since 2025.
        if (typeof request.body === 'string' && /^\s*\[/.test(request.body)) {
          throw new Failure('malformed', 'The body of the request must be a JSON object.')
        }
        const answer = await (await protocol()).answer(
          webRequest(request, reply, url),
          sessions.get(request) as Session,
        )
        reply.status(answer.status)
        for (const [name, value] of answer.headers) reply.header(name, value)
        if (!answer.body) return await reply.send()
        const isEvents = answer.headers.get('content-type')?.startsWith('text/event-stream')
        return await reply.send(
          isEvents ? Readable.fromWeb(answer.body as ReadableStream) : await answer.text(),
        )
      },
    })
  })
  for (const path of [described, `${described}/mcp`]) {
    app.get(path, { exposeHeadRoute: true }, async (_request, reply) => {
      reply.header('cache-control', 'no-store').header('access-control-allow-origin', '*')
      return {
        resource: url,
        ...(issuer && { authorization_servers: [issuer] }),
        bearer_methods_supported: ['header'],
        resource_name: 'Steward',
      }
    })
  }
}

/** Makes something when it is first asked for. */
function once<R>(make: () => Promise<R>): () => Promise<R> {
  let made: Promise<R> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Refuses pages of other sites, whose name may lead to this machine (DNS rebinding); programs send no origin. */
function requireOwnOrigin(
  origin: string | undefined,
  { publicUrl, corsOrigins }: McpParts['config'],
): void {
  if (origin === undefined) return
  if ([new URL(publicUrl).origin, ...corsOrigins].includes(origin)) return
  throw notPermitted('Pages of other sites may not use this server.')
}

/** Where clients learn how to get a token (RFC 9728), and whether the one sent was no good (RFC 6750). */
function challenge({ mcp }: McpParts['config'], authorization: string | undefined): string {
  const { origin, pathname } = new URL(mcp.url)
  const parts = [`resource_metadata="${origin}${described}${pathname}"`]
  if (authorization) parts.unshift('error="invalid_token"')
  return `Bearer ${parts.join(', ')}`
}

/** The request without its token, which goes no further. */
function webRequest(request: FastifyRequest, reply: FastifyReply, url: string): Request {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (name === 'authorization' || name === 'cookie' || value === undefined) continue
    headers.set(name, [value].flat().join(', '))
  }
  const { method } = request
  const body = method === 'POST' ? String(request.body ?? '') : undefined
  return new Request(url, {
    method,
    headers,
    signal: gone.signal,
    ...(body !== undefined && { body }),
  })
}
