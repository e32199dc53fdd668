import type { Endpoint } from '@steward/contract/calls/endpoint'
import { endpoints } from '@steward/contract/calls/endpoints'
import { keyHeader } from '@steward/contract/calls/idempotency'
import type { EndpointName } from '@steward/contract/calls/routes'
import fc from 'fast-check'
import { guardedCalls } from './calls.ts'
import { bodiesOf } from './fuzz-bodies.ts'
import { hostileText, partOf } from './fuzz-hostile.ts'
import { fitting, type Known, placeholder, schemaOf, textOf } from './fuzz-values.ts'
import type { Setting } from './guarded-call.ts'

/** A request as it goes over the wire, but for placeholders and who makes it. */
export interface FuzzRequest {
  as: 'owner' | 'nobody' | 'somebody without permissions' | 'a broken header'
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
  /** The address that it comes from. */
  from: string
}

/** Text that URLs can hold; halves of characters are sent as a client would send them. */
const escaped = (text: string): string =>
  text
    .split(/(@\w+:\d+@)/)
    .map((part) => (/^@\w+:\d+@$/.test(part) ? part : encodeURIComponent(part.toWellFormed())))
    .join('')

function searchOf(query: unknown): string {
  if (typeof query !== 'object' || query === null) return ''
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    [value].flat().map((each) => `${escaped(key)}=${escaped(textOf(each))}`),
  )
  return pairs.join('&')
}

const rawSearch = fc.constantFrom(
  '',
  'page',
  'page=',
  'page=1&page=2',
  'limit=1&limit=1',
  '&&=&=x',
  'a[b]=c&a[]=d',
  '__proto__=x&constructor=y&__proto__[x]=1',
  'search=%00',
  'search=%ff%fe',
  'search=%E0%A4%A',
  'search=+%2B%20',
  `search=${'x'.repeat(3_000)}`,
  Array.from({ length: 300 }, (_, n) => `status=${n}`).join('&'),
)

const keys = fc.oneof(
  fc.constantFrom('', ' ', 'x'.repeat(200), 'x'.repeat(201), '\xe9\xff', '"quoted"'),
  fc.nat(99).map((n) => `one of a hundred ${n}`),
  fc.uuid(),
)

/** Headers that a client, a proxy or an attacker may send beside those that belong to the body. */
const oddHeaders = fc.record(
  {
    [keyHeader]: keys,
    accept: fc.constantFrom('text/html', '*/*;q=0', ''),
    'accept-encoding': fc.constantFrom('br', 'gzip;q=0', 'zstd, *;q=0', 'identity;q=0, *;q=0'),
    'accept-language': fc.constant('x'.repeat(500)),
    range: fc.constantFrom('bytes=0-', 'bytes=9-1', 'lines=1'),
    'if-none-match': fc.constant('*'),
    'if-modified-since': fc.constant('yesterday'),
    origin: fc.constantFrom('null', 'https://evil.example', '::'),
    'x-forwarded-for': fc.constantFrom('1.2.3.4', 'nonsense', '::ffff:1.2.3.4, 5.6.7.8'),
    'x-forwarded-proto': fc.constantFrom('https', 'gopher'),
    'x-http-method-override': fc.constant('DELETE'),
    'user-agent': fc.constantFrom('', '\xff\xfe', 'x'.repeat(4_000)),
    'content-encoding': fc.constantFrom('gzip', 'br', 'identity', 'nonsense'),
    'last-event-id': fc.oneof(
      fc.nat(200).map(String),
      hostileText.map((text) => escaped(text)),
    ),
    cookie: fc.constant('a=b; a=c; ;;='),
  },
  { requiredKeys: [], noNullPrototype: true },
)

const headers = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.record({ [keyHeader]: keys }) },
  { weight: 1, arbitrary: oddHeaders },
)

/** A request that is made of this call elsewhere, and is known to be let through. */
function exampleOf(name: EndpointName, { needs }: Endpoint): { query?: object; body?: object } {
  const calls: Partial<Record<string, { request(setting: Setting): object }>> = guardedCalls
  const need = typeof needs === 'string' ? undefined : needs[0]
  return calls[name]?.request({ id: '@own:0@', plainRole: '@role:0@', need }) ?? {}
}

/** Requests to a call: most of them close to what it takes, so that they get far. */
export function fuzzRequest(name: EndpointName): fc.Arbitrary<FuzzRequest> {
  const endpoint: Endpoint = endpoints[name]
  const example = exampleOf(name, endpoint)
  const params = fc.oneof(
    { weight: 8, arbitrary: fitting(schemaOf(endpoint.params)) },
    fc.dictionary(fc.constantFrom('id', 'userId', 'token'), hostileText, { noNullPrototype: true }),
  )
  const query = endpoint.query
    ? partOf(schemaOf(endpoint.query), example.query).map(searchOf)
    : fc.constant('')
  return fc
    .record({
      as: fc.oneof(
        { weight: 9, arbitrary: fc.constant('owner' as const) },
        fc.constantFrom(
          'nobody' as const,
          'somebody without permissions' as const,
          'a broken header' as const,
        ),
      ),
      params,
      search: fc.oneof({ weight: 9, arbitrary: query }, rawSearch),
      headers,
      body: bodiesOf(endpoint, example.body),
      from: fc.ipV4(),
    })
    .map(({ as, params: of, search, headers: sent, body: { type, payload }, from }) => {
      const filled = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, key) =>
        escaped(textOf((of as Record<string, unknown> | null)?.[key] ?? '')),
      )
      return {
        as,
        from,
        url: `/api/${filled}${search ? `?${search}` : ''}`,
        headers: { ...sent, ...(type === undefined ? {} : { 'content-type': type }) },
        ...(payload === undefined ? {} : { payload }),
      }
    })
}

/** A text whose placeholders are filled. */
export const filled = (text: string, known: Known): string =>
  text.replaceAll(placeholder, (_, kind: keyof Known, n: string) => {
    const some = known[kind]
    return some[Number(n) % some.length] ?? 'none'
  })
