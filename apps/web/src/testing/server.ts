import { type EndpointName, routes } from '@steward/contract/calls/routes'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { forgetSlowCalls } from '../api/slow-calls.ts'

/** What a call sent; of a form (multipart) its fields, the files among them as `File`. */
export interface Sent {
  name: EndpointName
  /** Method and address as they went out, below `{host}/api/` and without the query. */
  request: string
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  body: unknown
  multipart: boolean
  headers: Headers
}

/** What the server answers: the JSON of a success, or what {@link refusal} made. */
type Handler = (sent: Sent) => unknown

const handlers = new Map<EndpointName, Handler>()
const unexpected: string[] = []

/** Every call that was made since the test began, in their order. */
export const calls: Sent[] = []

/** The calls of one name. */
export const callsOf = (name: EndpointName): Sent[] => calls.filter((call) => call.name === name)

/** What the first call of a name sent as a form: its picture, and the texts beside it. */
export function filesAndTexts(name: EndpointName): { image: File } & Record<string, string | File> {
  const [call] = callsOf(name)
  expect(call?.multipart, 'sent as a form').toBe(true)
  return call?.body as ReturnType<typeof filesAndTexts>
}

/** Answers calls by their names in the contract; a later one takes the place of an earlier one. */
export function serve(given: { [N in EndpointName]?: Handler }): void {
  for (const [name, handler] of Object.entries(given)) handlers.set(name as EndpointName, handler)
}

/** An answer that refuses a call; `body` is such as `{ message, errors, code, data }`. */
export const refusal = (status: number, body: object): Response =>
  new Response(JSON.stringify(body), { status })

/** An answer that is held back until the test lets it go. */
export function held<T>(answer: T): { handler: () => Promise<T>; letGo: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { handler: () => promise.then(() => answer), letGo: resolve }
}

/**
 * Stubs `fetch`, and nothing of ours, for the tests of a file. A call that nobody answers fails
 * the test that made it.
 */
export function stubServer(): void {
  beforeEach(() => {
    handlers.clear()
    calls.length = 0
    unexpected.length = 0
    // Asked by every page with a session.
    serve({ 'profile.preferences': () => ({ data: {} }) })
    vi.stubGlobal('fetch', answer)
  })
  afterEach(() => {
    forgetSlowCalls()
    vi.unstubAllGlobals()
    expect(unexpected, 'calls that the test knows nothing of').toEqual([])
  })
}

async function answer(address: string, init: RequestInit): Promise<Response> {
  const { pathname, searchParams } = new URL(address, 'http://steward.test')
  const method = init.method ?? 'GET'
  for (const [name, route] of Object.entries(routes) as [
    EndpointName,
    { method: string; path: string },
  ][]) {
    const handler = handlers.get(name)
    const params = handler && route.method === method && matchPath(route.path, pathname)
    if (!handler || !params) continue
    const multipart = init.body instanceof FormData
    const body = multipart
      ? Object.fromEntries(init.body as FormData)
      : JSON.parse(String(init.body ?? 'null'))
    const request = `${method} ${pathname.replace('/api/', '')}`
    const headers = new Headers(init.headers)
    const query = Object.fromEntries(searchParams)
    const sent = { name, request, params, query, body, multipart, headers }
    calls.push(sent)
    const answered = await handler(sent)
    return answered instanceof Response ? answered : new Response(JSON.stringify(answered))
  }
  // Whatever page is open asks for the saved views behind its first rows; a server may lack them.
  if (method === 'GET' && pathname === '/api/admin/saved-views')
    return refusal(501, { message: 'There are no saved views here' })
  if (method === 'GET' && pathname === `/api/${routes['consents.open'].path}`)
    return refusal(501, { message: 'Nobody asks for consent here' })
  if (method === 'GET' && pathname === `/api/${routes['loans.own'].path}`)
    return refusal(501, { message: 'Nothing is on loan here' })
  // Every open record asks for the tasks about it, of which there are none unless a test says so.
  if (pathname === `/api/${routes['tasks.list'].path}` && searchParams.has('about'))
    return new Response(JSON.stringify({ data: [] }))
  unexpected.push(`${method} ${pathname}`)
  return refusal(501, { message: 'Nobody answers this call' })
}

/** The parameters of a path, where it is the route's; null where it isn't. */
function matchPath(path: string, asked: string): Record<string, string> | null {
  const pattern = path.replace(/^\/+/, '').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  const found = new RegExp(`^/api/${pattern}$`).exec(asked)
  return found && { ...found.groups }
}
