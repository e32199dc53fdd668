import { type Listed, listings } from '@steward/contract/areas/listings'
import type { Route } from '@steward/contract/calls/route'
import { routes } from '@steward/contract/calls/routes'

/** A read: the path below the host, with its query, and the call that it is. */
export interface Read {
  address: string
  call: string
}

/** At most so many different reads are replayed. */
const maxReads = 2_000

/** Calls that tell of the session or the person signed in, or that never end. */
const isLeftOut = (call: string) => /^(profile|secondFactor|exports|live)\./.test(call)

const reading = Object.entries<Route>(routes).filter(
  ([call, { method, changesState }]) => method === 'GET' && !changesState && !isLeftOut(call),
)

/** The reads among the addresses in a text, such as the access log of a proxy; each once, in their order. */
export function readsIn(text: string): Read[] {
  const found = new Map<string, Read>()
  for (const [, address = ''] of text.matchAll(/(?:^|\bGET )\s*(\/api\/[^\s"]+)/gm)) {
    const path = address.slice('/api/'.length).split('?')[0] ?? ''
    const call = reading.find(([, route]) => patternOf(route.path).test(path))?.[0]
    if (call && found.size < maxReads) found.set(address, { address, call })
  }
  return [...found.values()]
}

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)

/** Reads of what needs no record to be named: each list by each of its sorts and choices, and a later page. */
export const readsOfContract = (): Read[] =>
  reading.flatMap(([call, { path }]) =>
    path.includes('{')
      ? []
      : queriesOf(call).map((query) => ({ address: `/api/${path}${query}`, call })),
  )

function queriesOf(call: string): string[] {
  const [area = '', action = ''] = call.split('.')
  const listing = (listings as Partial<Record<string, Listed>>)[area]
  if (!listing || !action.startsWith('list')) return ['']
  const filters = Object.entries(listing.filters).flatMap(([name, kind]) =>
    Array.isArray(kind) ? kind.map((choice) => `?${name}=${choice}`) : [],
  )
  const sorts = listing.sorts.flatMap((sort) => [`?sort=${sort}`, `?sort=-${sort}`])
  return ['', '?page=2', '?search=an', ...sorts, ...filters]
}

/** The entries that the rehearsal itself makes are left out of the audit log. */
export const before = ({ address, call }: Read, moment: string): Read => {
  if (call !== 'auditLog.list' || /[?&]to=/.test(address)) return { address, call }
  return { address: `${address}${address.includes('?') ? '&' : '?'}to=${moment}`, call }
}

/** Reads of the first records of the lists that were read: their details. */
export function readsOfRecords(call: string, answer: unknown): Read[] {
  const [area = '', action = ''] = call.split('.')
  const route = (routes as Partial<Record<string, Route>>)[`${area}.details`]
  if (!route || !action.startsWith('list')) return []
  const ids = [...JSON.stringify(answer).matchAll(/"_id":"([^"]+)"/g)].slice(0, 5)
  return ids.map(([, id = '']) => ({
    address: `/api/${route.path.replace(/\{\w+\}/, id)}`,
    call: `${area}.details`,
  }))
}
