import { Readable } from 'node:stream'
import { answerSchema, type Endpoint } from '@steward/contract/calls/endpoint'
import {
  type AnswerOf,
  type BodyOf,
  endpoints,
  type FilesOf,
  type ParamsOf,
  type QueryOf,
} from '@steward/contract/calls/endpoints'
import { acceptsKeysHeader } from '@steward/contract/calls/idempotency'
import type { EndpointName } from '@steward/contract/calls/routes'
import { acceptsTotalHeader } from '@steward/contract/calls/totals'
import { consentHeader } from '@steward/contract/consents/consent-header'
import { type Said, say, translatable } from '@steward/i18n/sentence'
import fastJsonStringify, { type Schema } from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import { iterateOnReplica, onReplica } from '../db/connection/replica.ts'
import { retrying } from '../db/connection/retry.ts'
import { Cancelled, whileAwaited } from '../db/reads/cancellation.ts'
import type { Authenticate } from './authenticate.ts'
import { authorize, denyWhatIsOnlyProposed, denyWhileImpersonating } from './authorize.ts'
import { type Caller, callerOf, isForwarded } from './caller-address.ts'
import type { DeadlineGuard } from './database-deadline.ts'
import { Failure } from './failure.ts'
import type { Guarding } from './guarding.ts'
import { answerOnce, type Idempotency, keyedRequest } from './idempotency.ts'
import { withMe } from './me.ts'
import type { Session } from './session.ts'
import { expectsJson, type Form, readForm, structuredFields } from './uploads.ts'
import { validate } from './validate.ts'

export interface Download {
  /** The file name, in plain ASCII. */
  name: string
  text: AsyncIterable<string>
  headers?: Readonly<Record<string, string>>
}

export interface Call<N extends EndpointName> {
  params: ParamsOf<N>
  query: QueryOf<N>
  body: BodyOf<N>
  /** The bytes of each file field; their content isn't checked. */
  files: { [field in FilesOf<N> & string]?: Uint8Array }
  /** The bytes of a file as a stream, which the handler must read to its end. */
  upload: Readable
  /**
   * For a call that takes a file: does `work` once for each idempotency key; later calls get the first answer.
   * @param sha256 called only if there is a key
   */
  once<R>(sha256: () => Promise<string>, work: () => Promise<R>): Promise<R>
  /** Set on every call that is not public. */
  session: Session
  /** The address of the caller, behind the proxies that TRUST_PROXY names. */
  ip: string
  caller: Caller
  /** Whether it came from another machine or through a proxy. */
  forwarded: boolean
  userAgent: string | null
  lastEventId: string | null
}

export type Handler<N extends EndpointName> = (
  call: Call<N>,
) => Promise<
  (typeof endpoints)[N] extends { stream: string }
    ? Readable
    : (typeof endpoints)[N] extends { file: string }
      ? Download
      : Omit<AnswerOf<N>, 'message'> & { message?: Said }
>

export type Handlers<N extends EndpointName> = { [name in N]: Handler<name> }

/** The handlers of all calls whose names begin with `Area`, without those in `Others`. */
export type HandlersOf<Area extends string, Others extends string = never> = Handlers<
  Exclude<Extract<EndpointName, `${Area}.${string}`>, Others>
>

/** The calls that read so much that a standby is asked, if there is one: lists, searches and exports. */
export const readsMuch = /\.list$|^search\.|^exports\./

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']

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

function sendFile(reply: FastifyReply, type: string, { name, text, headers = {} }: Download) {
  return reply
    .type(type)
    .headers(headers)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(iterateOnReplica(text), { objectMode: false, highWaterMark: 65_536 }))
}

/** Sends server-sent events (`text/event-stream`) as they come, unbuffered by proxies. */
const sendEvents = (reply: FastifyReply, type: string, events: Readable) =>
  reply
    .type(type)
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(events)

/** An answer with its message and what that is translated from. */
export const inFull = ({ message = 'OK', ...answer }: { message?: Said }) => ({
  message: String(message),
  ...translatable(message),
  ...answer,
})

/** The path `admin/bills/{id}` as the router writes it: `/api/admin/bills/:id`. */
const urlOf = (path: string) => `/api/${path.replaceAll(/\{(\w+)\}/g, ':$1')}`

/** Writes the answers of an endpoint; compiled with its first one, since a start shall not wait for those of all. */
export function serializerOf(endpoint: Endpoint): (answer: unknown) => string {
  let write: ((answer: unknown) => string) | undefined
  return (answer) => {
    write ??= fastJsonStringify(serializerSchema(endpoint) as Schema)
    return write(answer)
  }
}

/** The JSON schema that writes answers: drops fields outside the contract, doesn't check values again. */
function serializerSchema(endpoint: Endpoint): unknown {
  return z.toJSONSchema(answerSchema(endpoint), {
    target: 'draft-7',
    io: 'output',
    override: ({ jsonSchema }) => {
      delete jsonSchema.format
      const [value, nothing, ...more] = jsonSchema.anyOf ?? []
      if (!value || nothing?.type !== 'null' || more.length > 0 || value.$ref) return
      delete jsonSchema.anyOf
      const { format: _, ...plain } = value
      Object.assign(jsonSchema, plain, { nullable: true })
    },
  })
}

const changesState = ({ method, changesState, readsOnly }: Endpoint): boolean =>
  method === 'GET' ? changesState === true : readsOnly !== true

function bodyReader(endpoint: Endpoint): (request: FastifyRequest) => Form | Promise<Form> {
  const { body, files } = endpoint
  if (!body) return () => ({ body: {}, files: {} })
  const structured = structuredFields(body)
  return (request) => {
    if (!request.isMultipart()) return { body: objectOf(request.body), files: {} }
    if (files) return readForm(request, endpoint, structured)
    throw expectsJson()
  }
}

function bytesOf(body: unknown): Readable {
  if (body instanceof Readable) return body
  throw new Failure(
    'unsupported_media_type',
    'This call expects the bytes of a file (application/octet-stream).',
  )
}

function objectOf(body: unknown): Record<string, unknown> {
  const object = body ?? {}
  if (typeof object === 'object' && !Array.isArray(object)) return object as Record<string, unknown>
  throw new Failure('malformed', 'The body of the request must be a JSON object.')
}

/** Answers other methods at a known address with 405, and OPTIONS with the allowed ones. */
function refuseOtherMethods(app: FastifyInstance, url: string, own: string[]): void {
  const allow = [...own, 'OPTIONS'].join(', ')
  app.route({
    method: methods.filter((method) => !own.includes(method)),
    url,
    exposeHeadRoute: false,
    config: { takesBody: false },
    handler: async (_request, reply) => {
      reply.header('allow', allow)
      throw new Failure(
        'method_not_allowed',
        say('This address only supports {methods}.', { methods: own.join(', ') }),
      )
    },
  })
  app.route({
    method: 'OPTIONS',
    url,
    handler: async (_request, reply) => reply.header('allow', allow).status(204).send(),
  })
}
