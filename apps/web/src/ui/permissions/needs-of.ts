import { type EndpointName, routes } from '@steward/contract/calls/routes'
import type { Permission } from '@steward/contract/permissions/permissions'

/** Any one opens the page. */
export type PageNeeds = readonly [Permission, ...Permission[]]

export function needsOf(name: EndpointName): PageNeeds {
  const { needs } = routes[name]
  if (typeof needs === 'string') throw new Error(`${name} needs no permission of its own`)
  return needs
}
