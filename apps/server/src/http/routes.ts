import { answerSchema, type Endpoint } from '@steward/contract/endpoint'
import {
  type AnswerOf,
  type BodyOf,
  endpoints,
  type ParamsOf,
  type QueryOf,
} from '@steward/contract/endpoints'
import type { Permission } from '@steward/contract/permissions'
import type { EndpointName } from '@steward/contract/routes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { authorize } from './authorize.ts'
import { Failure } from './failure.ts'
import type { Session } from './session.ts'
import { validate } from './validate.ts'

/** What a handler is given: the checked request, and who makes it. */
export interface Call<N extends EndpointName> {
  params: ParamsOf<N>
  query: QueryOf<N>
  body: BodyOf<N>
  /** Set on every call that is not public. */
  session: Session
  /** The address of the caller, forwarded ones only as far as TRUST_PROXY goes. */
  ip: string
  userAgent: string | null
}

/** Answers one call: `data`, what stands beside it, and a message if there is one worth saying. */
export type Handler<N extends EndpointName> = (
  call: Call<N>,
) => Promise<Omit<AnswerOf<N>, 'message'> & { message?: string }>

/** A handler for some calls. */
export type Handlers<N extends EndpointName> = { [name in N]: Handler<name> }

/** How the routes learn who calls and tell what was permitted. */
export interface Gate {
  /** @throws {Failure} `no_session` for a token that is missing, unknown, expired or of somebody who may no longer sign in */
  sessionOf(authorization: string | undefined): Promise<Session>
  /** Told of every request that a permission let through. */
  permitted(session: Session, permission: Permission): void
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/**
 * Serves every endpoint of the contract, and nothing else, below `/api/`. What a call needs is
 * checked before its body is read.
 */
export function serveEndpoints(
  app: FastifyInstance,
  gate: Gate,
  handlers: Handlers<EndpointName>,
): void {
  const sessions = new WeakMap<FastifyRequest, Session>()
  const allowed = new Map<string, string[]>()

  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const endpoint: Endpoint = endpoints[name]
    const url = urlOf(endpoint)
    const handler = handlers[name] as unknown as Handler<'users.list'>
    const head = endpoint.method === 'GET' && !endpoint.changesState
    allowed.set(url, [...(allowed.get(url) ?? []), endpoint.method, ...(head ? ['HEAD'] : [])])

    app.route({
      method: endpoint.method,
      url,
      exposeHeadRoute: head,
      config: { takesBody: endpoint.body !== undefined },
      schema: { response: { [endpoint.status ?? 200]: serializerSchema(endpoint) } },
      onRequest: async (request) => {
        const { needs } = endpoint
        if (needs === 'public') return
        const session = await gate.sessionOf(request.headers.authorization)
        const permission = authorize(session, needs)
        if (permission) gate.permitted(session, permission)
        sessions.set(request, session)
      },
      handler: async (request, reply) => {
        const call = {
          params: endpoint.params && validate(endpoint.params, request.params),
          query: endpoint.query && validate(endpoint.query, request.query),
          body: endpoint.body && validate(endpoint.body, objectOf(request.body)),
          session: sessions.get(request),
          ip: request.ip,
          userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
        } as unknown as Call<'users.list'>
        const answer = await handler(call)
        reply.status(endpoint.status ?? 200)
        return { message: answer.message ?? 'OK', ...answer }
      },
    })
  }
  for (const [url, own] of allowed) refuseOtherMethods(app, url, own)
}

/** `admin/bills/{id}` as the router writes it: `/api/admin/bills/:id`. */
const urlOf = (endpoint: Endpoint) => `/api/${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`

function serializerSchema(endpoint: Endpoint): unknown {
  return z.toJSONSchema(answerSchema(endpoint), { target: 'draft-7', io: 'output' })
}

function objectOf(body: unknown): unknown {
  if (body === undefined || body === null) return {}
  if (typeof body === 'object' && !Array.isArray(body)) return body
  throw new Failure('malformed', 'The body of the request must be a JSON object.')
}

/** A known address answers other methods with 405, and OPTIONS with what it allows. */
function refuseOtherMethods(app: FastifyInstance, url: string, own: string[]): void {
  const allow = [...own, 'OPTIONS'].join(', ')
  const others = [...methods, 'HEAD' as const].filter((method) => !own.includes(method))
  const refuseMethod = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.header('allow', allow)
    throw new Failure('method_not_allowed', `This address answers ${own.join(', ')} only.`)
  }
  app.route({ method: others, url, exposeHeadRoute: false, handler: refuseMethod })
  app.route({
    method: 'OPTIONS',
    url,
    handler: async (_request, reply) => reply.header('allow', allow).status(204).send(),
  })
}
