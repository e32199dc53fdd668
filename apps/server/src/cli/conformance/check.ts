import type { AreaName } from '@steward/contract/areas/areas'
import type { Route } from '@steward/contract/calls/route'
import { type EndpointName, routes } from '@steward/contract/calls/routes'
import { permissionName } from '@steward/contract/permissions/permission'
import type { Permission } from '@steward/contract/permissions/permissions'
import { type Answer, type Asked, type Bounds, type Client, isSuccess, type Row } from './client.ts'
import type { WebConfig } from './config.ts'
import { type Difference, type Findings, isSpecified, type Verdict } from './findings.ts'
import { messagesOf } from './reading.ts'

/** What a check is asked to do. */
export interface Wanted {
  /** The address of the API. */
  base: string
  /** What somebody signs in with; a code only where the server asks for one. */
  credentials: { email: string; password: string; code: () => Promise<string | null> }
  config: WebConfig
  /** Whether records may be made, changed and deleted. */
  writes: boolean
  /** Where the web app is to stand, if elsewhere than the server. */
  origin: string | undefined
  bounds: Bounds
  /** Aborted once the person has asked to stop. */
  stop: AbortSignal
  onStep: (words: string) => void
}

/** One walk along a server, as all its parts see it. */
export interface Check extends Wanted {
  client: Client
  findings: Findings
  /** Of the session; empty before and after it. Never shown. */
  session: { token: string }
  /** Eight digits that no other walk has; in the name of whatever it makes. */
  mark: string
  /** Whatever was made, so that all of it is deleted however the check ends. */
  made: MadeRecord[]
  /** The records that were seen in the lists. */
  seen: Map<EndpointName, Row[]>
  lists: Map<EndpointName, ListAbilities>
  /** What the account may do, by the names of the web app; null until it is read. */
  granted: readonly Permission[] | null
}

/** An area that has a call which makes a record. */
export type MadeArea = {
  [A in AreaName]: `${A}.create` extends EndpointName ? A : never
}[AreaName]

/** Something that the check makes on the server, from before it is made until it is gone. */
export interface MadeRecord {
  area: MadeArea
  /** Known once the server has told it. */
  id: string | null
  /** Whether the server said that it made it. */
  told: boolean
  gone: boolean
}

/**
 * Who pages, searches, sorts and filters a list: the server; the browser, which has the whole list; nobody, since
 * the server sends pages and passes it over; or the records were too few, or too alike, to tell.
 */
export type ListAbilities = Record<
  (typeof abilities)[number],
  'server' | 'browser' | 'nobody' | 'unknown'
>
export const abilities = ['paging', 'search', 'sort', 'filter'] as const

/** What a call is made with. */
export interface Sent extends Pick<Asked, 'query' | 'json' | 'form'> {
  params?: Readonly<Record<string, string>>
  /** In place of that of the session; null for none. */
  authorization?: string | null
}

/** Looks at a success for what is not as expected. */
export type Read = (answer: Answer) => Difference | null

/** Makes a call of the contract, and judges nothing. */
export function send(check: Check, name: EndpointName, sent: Sent = {}): Promise<Answer> {
  const { method, path }: Route = routes[name]
  const { params = {}, authorization = `Bearer ${check.session.token}`, query, ...rest } = sent
  return check.client.ask({
    ...rest,
    query: query && namedQuery(query, check.config.query),
    method,
    path: path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? '')),
    headers: authorization === null ? {} : { Authorization: authorization },
  })
}

/** A list's query under the server's names, as the web app sends it (api/list-query.ts there). */
function namedQuery(query: Readonly<Record<string, string>>, names: WebConfig['query']) {
  const { skip, order, ...plain } = names
  const named: Record<string, string> = {}
  for (const [key, value] of Object.entries(query)) {
    if (skip && key === 'page')
      named[skip] = String((Number(value) - 1) * Number(query['limit'] ?? 25))
    else if (order && key === 'sort') {
      named[plain[key] ?? key] = value.replace(/^-/, '')
      named[order] = value.startsWith('-') ? 'desc' : 'asc'
    } else named[plain[key] ?? key] = value
  }
  return named
}

/** Makes a call and adds to the findings what came of it. @returns the answer where it can be read, else null */
export async function tryCall(check: Check, name: EndpointName, sent: Sent = {}, read?: Read) {
  const answer = await send(check, name, sent)
  judge(check, name, answer, read)
  return isSuccess(answer) ? answer : null
}

/** Adds to the findings what came of a call. */
export function judge(
  { findings, config, granted }: Check,
  name: EndpointName,
  answer: Answer,
  read: Read = () => null,
): void {
  const { status, trouble } = answer
  const isMissing = [404, 405, 501].includes(status)
  const why = isMissing || status === 403 ? whyNotAsked(name, granted) : null
  const add = (...found: [Verdict, string?, boolean?]) => findings.add(name, ...found)
  if (answer.givenUp) add('not tried', trouble ?? '')
  else if (status === 0) add('differs', trouble ?? '')
  else if (why !== null) add('not offered', `status ${status}: ${why}`)
  else if (isMissing) add('lacks', `status ${status}${said(answer)}`)
  else if (status === 403) add('not tried', `403, not permitted: ${needed(name, config)}`)
  else if (status === 429) add('not tried', '429: too many requests for now')
  else if (status < 200 || status > 299) {
    const to = status < 400 ? answer.headers.get('Location') : null
    add('differs', `status ${status}${to ? `: leads to ${to}` : said(answer)}; 2xx is expected`)
  } else if (trouble !== null) add('differs', `status ${status} with ${trouble}`)
  else {
    const difference = read(answer)
    if (difference) add('differs', difference.words, difference.usable)
    else add('has')
  }
}

/** Why the web app never asks this server and account for a call, or goes without; null where it does ask. */
function whyNotAsked(name: EndpointName, granted: Check['granted']): string | null {
  const { needs }: Route = routes[name]
  if (!isSpecified(name)) return 'beside the specification'
  if (granted === null || typeof needs === 'string') return null
  const held = new Set(granted.map(permissionName))
  const may = needs.some((need) => held.has(permissionName(need)))
  return may ? null : 'the account has no permission for it, so the web app doesn’t show it'
}

/** What a refusal says of itself, to stand behind its status. */
export function said(answer: Answer): string {
  const words = answer.trouble ?? messagesOf(answer).join('; ')
  return words === '' ? '' : `: ${words}`
}

function needed(name: EndpointName, { modules, submodules }: WebConfig): string {
  const { needs }: Route = routes[name]
  if (typeof needs === 'string') return 'nothing but a session should be needed'
  const names = needs.map(({ module, submodule, action }) =>
    [modules[module] ?? module, submodules[submodule] ?? submodule, action].join(' · '),
  )
  return `needs ${names.join(' or ')}`
}
