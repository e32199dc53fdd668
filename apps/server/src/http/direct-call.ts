import type { Endpoint } from '@steward/contract/calls/endpoint'
import { endpoints } from '@steward/contract/calls/endpoints'
import type { EndpointName } from '@steward/contract/calls/routes'
import { onReplica } from '../db/connection/replica.ts'
import { retrying } from '../db/connection/retry.ts'
import { inFull, serializerOf } from './answers.ts'
import { authorize } from './authorize.ts'
import type { DeadlineGuard } from './database-deadline.ts'
import type { CheckedCall } from './guarding.ts'
import type { Call, Handler, Handlers } from './handler.ts'
import { withMe } from './me.ts'
import { readsMuch } from './routes.ts'
import type { Session } from './session.ts'
import { structuredFields } from './uploads.ts'
import { validate } from './validate.ts'

/** What is asked of a call, which is checked against its schemas. */
export interface Asked {
  params?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, unknown>>
}

/**
 * Makes a call of the contract that reads, without a request: permission, schemas, handler, and the answer with nothing
 * that the contract doesn't name are those of the request. Throws its Failure.
 */
export type DirectCall = (session: Session, name: EndpointName, asked: Asked) => Promise<unknown>

/** What another protocol makes calls of the contract with. */
export function directCalls(handlers: Handlers<EndpointName>, guard: DeadlineGuard): DirectCall {
  const serializers = new Map<EndpointName, (answer: unknown) => string>()
  const serializer = (name: EndpointName, endpoint: Endpoint) => {
    const known = serializers.get(name) ?? serializerOf(endpoint)
    serializers.set(name, known)
    return known
  }
  return async (session, name, asked) => {
    const endpoint: Endpoint = endpoints[name]
    if (endpoint.method !== 'GET' || endpoint.changesState || endpoint.file || endpoint.stream) {
      throw new Error(`${name} does more than read`)
    }
    authorize(session, endpoint)
    const { params, query } = endpoint
    const call = {
      params: params && validate(params, asked.params ?? {}),
      query: query && withMe(validate(query, asked.query ?? {}), session),
      session,
      caller: { address: session.address, client: session.client },
    } as unknown as Call<'users.list'>
    const handler = handlers[name] as unknown as Handler<'users.list'>
    const work = () => retrying(() => handler(call))
    const answer = await guard(readsMuch.test(name) ? onReplica(work) : work())
    return JSON.parse(serializer(name, endpoint)(inFull(answer)))
  }
}

/** A call that is asked for by name, with a body. */
export interface AskedChange extends Asked {
  body?: Readonly<Record<string, unknown>>
}

/** A call that can be tried: what its schemas have made of what was asked, and its work. */
export interface Triable {
  asked: CheckedCall
  work: () => Promise<unknown>
}

/** Prepares a call that changes something, to be tried; throws its Failure where it isn't permitted or not valid. */
export type PrepareCall = (session: Session, name: EndpointName, asked: AskedChange) => Triable

export const preparedCalls =
  (handlers: Handlers<EndpointName>): PrepareCall =>
  (session, name, sent) => {
    const endpoint: Endpoint = endpoints[name]
    authorize(session, endpoint)
    const params = endpoint.params && validate(endpoint.params, sent.params ?? {}, ['params'])
    const query = endpoint.query && withMe(validate(endpoint.query, sent.query ?? {}), session)
    const body = endpoint.body && validate(endpoint.body, bodyOf(endpoint, sent.body), ['body'])
    const call = {
      params,
      query,
      body,
      files: {},
      session,
      ip: session.address,
      caller: { address: session.address, client: session.client },
      userAgent: null,
      lastEventId: null,
    } as unknown as Call<'users.list'>
    const handler = handlers[name] as unknown as Handler<'users.list'>
    return { asked: { call: name, params, query, body }, work: () => handler(call) }
  }

/** A body as a form may have sent it, with JSON in the fields that are no text. */
function bodyOf(endpoint: Endpoint, sent: AskedChange['body'] = {}): Record<string, unknown> {
  if (!endpoint.files || !endpoint.body) return sent
  const structured = structuredFields(endpoint.body)
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name,
      structured.has(name) && typeof value === 'string' ? parsed(value) : value,
    ]),
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
