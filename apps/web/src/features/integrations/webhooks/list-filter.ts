import { exportNeeds } from '@steward/contract/exports/exports.routes'
import type { Webhook } from '@steward/contract/webhooks/webhooks'
import { lists } from '../../../shared/lists/lists.ts'
import { searchOf } from '../../../ui/links/url-params.ts'
import { type ListSpec, listFields } from '../../../ui/list/definition/list-spec.ts'
import { sentQuery, stateOf } from '../../../ui/list/url/list-codec.ts'

export type WebhookFilter = NonNullable<Webhook['filter']>

/** The name that a webhook's filter has for a list; undefined for those by which none can be filtered. */
function filteredList(name: string): WebhookFilter['list'] | undefined {
  // Members are everyone's list, narrowed to their type.
  const filtered = name === 'members' ? 'users' : name
  return Object.hasOwn(exportNeeds, filtered) ? (filtered as WebhookFilter['list']) : undefined
}

/** The filter that the address of a list says; null for an address of none. */
export function filterOfAddress(address: string): WebhookFilter | null {
  const url = URL.parse(address.trim(), location.origin)
  const [name, spec] =
    Object.entries<ListSpec & { path: string }>(lists).find(
      ([, { path }]) => path === url?.pathname.replace(/\/$/, ''),
    ) ?? []
  const list = name === undefined ? undefined : filteredList(name)
  if (!url || !spec || !list) return null
  const raw = Object.fromEntries(
    [...new Set(url.searchParams.keys())].map((key) => [key, url.searchParams.getAll(key)]),
  )
  const read = searchOf(listFields(spec))(raw)
  const { page: _p, limit: _l, sort: _s, ...query } = sentQuery(stateOf(read, spec), spec)
  const texts = Object.entries(query).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [[key, Array.isArray(value) ? value.map(String) : String(value)] as const],
  )
  return { list, query: Object.fromEntries(texts) }
}

/** The address at which people see the list of a filter. */
export function addressOfFilter({ list, query }: WebhookFilter): string {
  const isMembers = list === 'users' && query['type'] === 'member'
  const specs: Readonly<Record<string, { path: string; first?: unknown }>> = lists
  const spec = specs[isMembers ? 'members' : list]
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (isMembers && key === 'type') continue
    for (const one of [value].flat()) search.append(key, one)
  }
  if (search.size === 0 && spec?.first) search.append('filters', 'none')
  return `${spec?.path ?? `/${list}`}${search.size > 0 ? `?${search}` : ''}`
}
