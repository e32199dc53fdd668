import { type EndpointName, routes } from '@steward/contract/calls/routes'
import type { Permission } from '@steward/contract/permissions/permissions'

/** The permissions of which any one opens a page. */
export type PageNeeds = readonly [Permission, ...Permission[]]

/** What the call that fills a page needs; a page needs nothing else. */
export function needsOf(name: EndpointName): PageNeeds {
  const { needs } = routes[name]
  if (typeof needs === 'string') throw new Error(`${name} needs no permission of its own`)
  return needs
}
