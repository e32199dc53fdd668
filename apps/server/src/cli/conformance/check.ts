import { randomBytes } from 'node:crypto'
import type { AreaName } from '@steward/contract/areas/areas'
import type { Route } from '@steward/contract/calls/route'
import { type EndpointName, routes } from '@steward/contract/calls/routes'
import { namedQuery } from '@steward/contract/lists/query-names'
import { permissionName } from '@steward/contract/permissions/permission'
import type { Permission } from '@steward/contract/permissions/permissions'
import {
  type Answer,
  Client,
  type HttpRequest,
  isSuccess,
  messagesOf,
  type Row,
  type Server,
} from './client.ts'
import type { WebConfig } from './config.ts'
import { type Difference, Findings, isSpecified, type Verdict } from './findings.ts'

export interface Wanted extends Server {
  /** How to sign in; `code` is called only if the server requires a second factor. */
  credentials: { email: string; password: string; code: () => Promise<string | null> }
  config: WebConfig
  /** Whether the check may create, change and delete records. */
  writes: boolean
  /** The origin of the web app, if it isn't the server's. */
  origin: string | undefined
  onStep: (words: string) => void
}

/** Makes the state of one check of a server. */
export const startCheck = (wanted: Wanted) => ({
  ...wanted,
  client: new Client(wanted),
  findings: new Findings([wanted.credentials.password]),
  /** The session's token, empty without one; never shown. */
  token: '',
  /** Eight random hex digits, in the name of every record that the check makes. */
  mark: randomBytes(4).toString('hex'),
  /** The records that the check made, to be deleted however it ends. */
  made: [] as MadeRecord[],
  /** The rows that each list had. */
  seen: new Map<EndpointName, Row[]>(),
  lists: new Map<EndpointName, ListAbilities>(),
  /** The permissions by the web app's names; null until they are read. */
  granted: null as readonly Permission[] | null,
})

export type Check = ReturnType<typeof startCheck>

export type MadeArea = {
  [A in AreaName]: `${A}.create` extends EndpointName ? A : never
}[AreaName]

/** A record of the check, from before the request that makes it until it is deleted. */
export interface MadeRecord {
  area: MadeArea
  id: string | null
  /** Whether the server confirmed that it made the record. */
  told: boolean
  gone: boolean
}

/** What does each part of a query: the server, the browser (has the whole list), neither, or unknown (few rows). */
export type ListAbilities = Record<
  (typeof abilities)[number],
  'server' | 'browser' | 'nobody' | 'unknown'
>
export const abilities = ['paging', 'search', 'sort', 'filter'] as const

export interface Sent extends Pick<HttpRequest, 'query' | 'json' | 'form'> {
  params?: Readonly<Record<string, string>>
  /** The header Authorization; null for none, the session's token by default. */
  authorization?: string | null
}

export type Read = (answer: Answer) => Difference | null

/** Makes a call without judging the answer. */
export function send(check: Check, name: EndpointName, sent: Sent = {}): Promise<Answer> {
  const { method, path }: Route = routes[name]
  const { params = {}, authorization = `Bearer ${check.token}`, query, ...rest } = sent
  return check.client.ask({
    ...rest,
    query: query && namedQuery(query, check.config.query),
    method,
    path: path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? '')),
    headers: authorization === null ? {} : { Authorization: authorization },
  })
}

/** Makes a call and judges the answer; returns null if it can't be read. */
export async function tryCall(check: Check, name: EndpointName, sent: Sent = {}, read?: Read) {
  const answer = await send(check, name, sent)
  judge(check, name, answer, read)
  return isSuccess(answer) ? answer : null
}

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

/** Why the web app doesn't make a call; null if it does. */
function whyNotAsked(name: EndpointName, granted: Check['granted']): string | null {
  const { needs }: Route = routes[name]
  if (!isSpecified(name)) return 'beside the specification'
  if (granted === null || typeof needs === 'string') return null
  const held = new Set(granted.map(permissionName))
  const may = needs.some((need) => held.has(permissionName(need)))
  return may ? null : 'the account has no permission for it, so the web app doesn’t show it'
}

/** The message of a refusal, to follow its status. */
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
