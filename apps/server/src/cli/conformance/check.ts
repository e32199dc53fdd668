import { permissionName } from '@steward/contract/permission'
import type { Permission } from '@steward/contract/permissions'
import type { Route } from '@steward/contract/route'
import { type EndpointName, routes } from '@steward/contract/routes'
import { specifiedCalls } from '@steward/contract/specified-calls'
import type { Answer, Asked, Client } from './client.ts'
import type { Difference, Findings } from './findings.ts'
import type { ListAbilities } from './list-specs.ts'
import type { Made } from './made.ts'
import { messagesOf, type Row } from './reading.ts'
import type { WebConfig } from './web-config.ts'

/** One walk along a server, as all its parts see it. */
export interface Check {
  client: Client
  config: WebConfig
  findings: Findings
  /** Of the session; empty before and after it. Never shown. */
  session: { token: string }
  /** Whether records may be made, changed and deleted. */
  writes: boolean
  /** Eight digits that no other walk has; in the name of whatever it makes. */
  mark: string
  made: Made
  /** The records that were seen in the lists. */
  seen: Map<EndpointName, Row[]>
  lists: Map<EndpointName, ListAbilities>
  /** What the account may do, by the names of the web app; null until it is read. */
  granted: readonly Permission[] | null
}

/** What a call is made with. */
export interface Sent extends Pick<Asked, 'query' | 'json' | 'form'> {
  params?: Readonly<Record<string, string>>
  /** In place of that of the session; null for none. */
  authorization?: string | null
}

/** Makes a call of the contract, and judges nothing. */
export function send(check: Check, name: EndpointName, sent: Sent = {}): Promise<Answer> {
  const { method, path }: Route = routes[name]
  const { params = {}, authorization, query, ...rest } = sent
  const bearer = authorization === undefined ? `Bearer ${check.session.token}` : authorization
  return check.client.ask({
    ...rest,
    query: query && namedQuery(query, check.config.query),
    method,
    path: path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? '')),
    headers: bearer === null ? {} : { Authorization: bearer },
  })
}

/** A list's query under the server's names, as the web app sends it (api/list-query.ts there). */
function namedQuery(
  query: Readonly<Record<string, string>>,
  names: Readonly<Record<string, string>>,
): Record<string, string> {
  const { skip, order, ...plain } = names
  const entries = Object.entries(query).flatMap(([key, value]): [string, string][] => {
    if (skip && key === 'page')
      return [[skip, String((Number(value) - 1) * Number(query['limit'] ?? 25))]]
    const name = plain[key] ?? key
    if (!order || key !== 'sort') return [[name, value]]
    const direction = value.startsWith('-') ? 'desc' : 'asc'
    return [
      [name, value.replace(/^-/, '')],
      [order, direction],
    ]
  })
  return Object.fromEntries(entries)
}

/**
 * Makes a call of the contract and adds to the findings what came of it.
 * @param read looks at a success for what is not as expected
 * @returns the answer where it is a success that can be read, else null
 */
export async function tryCall(
  check: Check,
  name: EndpointName,
  sent: Sent = {},
  read: (answer: Answer) => Difference | null = () => null,
): Promise<Answer | null> {
  const answer = await send(check, name, sent)
  return judge(check, name, answer, read) ? answer : null
}

/** @returns whether the answer is a success that can be read */
export function judge(
  check: Check,
  name: EndpointName,
  answer: Answer,
  read: (answer: Answer) => Difference | null = () => null,
): boolean {
  const { findings, config } = check
  const { status, trouble } = answer
  const isMissing = status === 404 || status === 405 || status === 501
  const why = isMissing || status === 403 ? whyNotAsked(check, name) : null
  if (answer.givenUp) findings.add(name, 'not tried', trouble ?? '')
  else if (status === 0) findings.add(name, 'differs', trouble ?? '')
  else if (why !== null) findings.add(name, 'not offered', `status ${status}: ${why}`)
  else if (isMissing) {
    findings.add(name, 'lacks', `status ${status}${said(answer)}`)
  } else if (status === 403) {
    findings.add(name, 'not tried', `403, not permitted: ${needed(name, config)}`)
  } else if (status === 429) findings.add(name, 'not tried', '429: too many requests for now')
  else if (status < 200 || status > 299) {
    const to = answer.headers.get('Location')
    const where = status < 400 && to ? `: leads to ${to}` : said(answer)
    findings.add(name, 'differs', `status ${status}${where}; 2xx is expected`)
  } else if (trouble !== null) findings.add(name, 'differs', `status ${status} with ${trouble}`)
  else {
    const difference = read(answer)
    if (difference) findings.add(name, 'differs', difference.words, difference.usable)
    else findings.add(name, 'has')
    return true
  }
  return false
}

/** Why the web app never asks this server and account for a call, or goes without; null where it does ask. */
function whyNotAsked({ granted }: Check, name: EndpointName): string | null {
  const { needs }: Route = routes[name]
  const isOwn = !specifiedCalls.some((each) => each === name)
  if (isOwn) return 'beside the specification'
  if (granted === null || typeof needs === 'string') return null
  const may = needs.some((need) =>
    granted.some(
      ({ module, submodule, action }) =>
        module === need.module && submodule === need.submodule && action === need.action,
    ),
  )
  return may ? null : 'the account has no permission for it, so the web app doesn’t show it'
}

/** What a refusal says of itself, to stand behind its status. */
export function said(answer: Answer): string {
  const words = answer.trouble === null ? messagesOf(answer).join('; ') : answer.trouble
  return words === '' ? '' : `: ${words}`
}

function needed(name: EndpointName, { modules, submodules }: WebConfig): string {
  const { needs }: Route = routes[name]
  if (typeof needs === 'string') return 'nothing but a session should be needed'
  const names = needs.map((each) =>
    permissionName({
      module: modules[each.module] ?? each.module,
      submodule: submodules[each.submodule] ?? each.submodule,
      action: each.action,
    } as Permission),
  )
  return `needs ${names.join(' or ')}`
}
