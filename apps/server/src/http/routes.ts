import type { Readable } from 'node:stream'
import type { Endpoint } from '@steward/contract/calls/endpoint'
import { endpoints } from '@steward/contract/calls/endpoints'
import { acceptsKeysHeader } from '@steward/contract/calls/idempotency'
import type { EndpointName } from '@steward/contract/calls/routes'
import { acceptsTotalHeader } from '@steward/contract/calls/totals'
import { consentHeader } from '@steward/contract/consents/consent-header'
import type { Said } from '@steward/i18n/sentence'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { onReplica } from '../db/connection/replica.ts'
import { retrying } from '../db/connection/retry.ts'
import { Cancelled, whileAwaited } from '../db/reads/cancellation.ts'
import { inFull, sendEvents, sendFile, serializerOf } from './answers.ts'
import type { Authenticate } from './authenticate.ts'
import { authorize, denyWhatIsOnlyProposed, denyWhileImpersonating } from './authorize.ts'
import { bodyReader, bytesOf } from './bodies.ts'
import { callerOf, isForwarded } from './caller-address.ts'
import type { DeadlineGuard } from './database-deadline.ts'
import type { Guarding } from './guarding.ts'
import type { Call, Download, Handler, Handlers } from './handler.ts'
import { answerOnce, type Idempotency, keyedRequest } from './idempotency.ts'
import { withMe } from './me.ts'
import { refuseOtherMethods } from './other-methods.ts'
import type { Session } from './session.ts'
import { validate } from './validate.ts'

/** The calls that read so much that a standby is asked, if there is one: lists, searches and exports. */
export const readsMuch = /\.list$|^search\.|^exports\./

/** What calls are served with. */
export interface Serving {
  guard: DeadlineGuard
  idempotency: Idempotency
  guarding: Guarding
}

/** Serves the endpoints of the contract below `/api/`; permissions are checked before a body is read. */
export function serveEndpoints(
  app: FastifyInstance,
  authenticate: Authenticate,
  handlers: Handlers<EndpointName>,
  { guard, idempotency, guarding }: Serving,
): void {
  const sessions = new WeakMap<FastifyRequest, Session>()
  const allowed = new Map<string, string[]>()

  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const endpoint: Endpoint = endpoints[name]
    const { body, query, params, upload, file, stream, status = 200 } = endpoint
    const handler = handlers[name] as unknown as Handler<'users.list'>
    const readBody = bodyReader(endpoint)
    const head = endpoint.method === 'GET' && !endpoint.changesState && !stream
    const route: RouteOptions = {
      method: endpoint.method,
      url: urlOf(endpoint.path),
      exposeHeadRoute: head,
      ...(stream && { compress: false }),
      config: {
        takesBody: body !== undefined || upload !== undefined,
        takesFile: upload !== undefined,
        takesForm: endpoint.files !== undefined,
      },
      ...(!file &&
        !stream && {
          schema: { response: { [status]: {} } },
          serializerCompiler: () => serializerOf(endpoint),
        }),
      onRequest: async (request, reply) => {
        reply.header(acceptsKeysHeader, 'true').header(acceptsTotalHeader, 'later')
        if (endpoint.needs === 'public') return
        const session = await authenticate(request, reply)
        if (!changesState(endpoint)) session.lent = null
        authorize(session, endpoint)
        if (changesState(endpoint)) {
          denyWhatIsOnlyProposed(session)
          if (name !== 'session.logout') denyWhileImpersonating(session)
        }
        sessions.set(request, session)
      },
      handler: async (request, reply) => {
        const sent = await readBody(request)
        const session = sessions.get(request)
        const caller = callerOf(request)
        const call = {
          params: params && validate(params, request.params),
          query: query && withMe(validate(query, request.query), session),
          body: body && validate(body, sent.body),
          files: sent.files,
          upload: upload && bytesOf(request.body),
          session,
          ip: caller.address,
          caller,
          get forwarded() {
            return isForwarded(request.raw)
          },
          userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
          lastEventId: String(request.headers['last-event-id'] ?? '') || null,
        } as unknown as Call<'users.list'>
        const answerCall = () => {
          if (!session || !changesState(endpoint)) return handler(call)
          const consent = request.headers[consentHeader.toLowerCase()]
          const { params, query, body } = call
          const asked = { call: name, params, query, body }
          return guarding(asked, session, consent ? String(consent) : null, () => handler(call))
        }
        const keyed = keyedRequest(request, name, call)
        if (keyed && !upload) {
          const work = async () => inFull(await answerCall())
          return await guard(answerOnce(idempotency, keyed, { reply, status }, work))
        }
        let sentBefore: string | undefined
        if (upload) {
          call.once = async (sha256, work) => {
            if (!keyed) return await work()
            const whole = { ...keyed, content: `${keyed.content} ${await sha256()}` }
            const answer = async () => inFull((await work()) as { message?: Said })
            sentBefore = await answerOnce(idempotency, whole, { reply, status }, answer)
            return undefined as never
          }
        }
        const work = readsMuch.test(name) ? () => onReplica(answerCall) : answerCall
        const answer = await guard(whileConnected(endpoint, reply, work))
        if (sentBefore !== undefined) return sentBefore
        reply.status(status)
        if (stream) return sendEvents(reply, stream, answer as unknown as Readable)
        if (file) return sendFile(reply, file, answer as unknown as Download)
        return inFull(answer)
      },
    }
    const described = endpoint.describedPath ? [urlOf(endpoint.describedPath)] : []
    for (const url of [route.url, ...described]) {
      allowed.set(url, [...(allowed.get(url) ?? []), endpoint.method, ...(head ? ['HEAD'] : [])])
      app.route({ ...route, url })
    }
  }
  for (const [url, own] of allowed) refuseOtherMethods(app, url, own)
}

/** Reads for a call that changes nothing: again where the database was away for a moment, until the caller has gone. */
function whileConnected<R>(endpoint: Endpoint, reply: FastifyReply, answer: () => Promise<R>) {
  if (changesState(endpoint) || endpoint.stream || endpoint.file) return answer()
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new Cancelled())
  })
  return whileAwaited(gone.signal, () => retrying(answer))
}

/** The path `admin/bills/{id}` as the router writes it: `/api/admin/bills/:id`. */
const urlOf = (path: string) => `/api/${path.replaceAll(/\{(\w+)\}/g, ':$1')}`

const changesState = ({ method, changesState, readsOnly }: Endpoint): boolean =>
  method === 'GET' ? changesState === true : readsOnly !== true
