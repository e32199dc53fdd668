import { type EndpointName, routes } from '@steward/contract/calls/routes'
import type { Permission } from '@steward/contract/permissions/permissions'

/** The permissions that a page needs, any one of which is enough. */
export type PageNeeds = readonly [Permission, ...Permission[]]

export function needsOf(name: EndpointName): PageNeeds {
  const { needs } = routes[name]
  if (typeof needs === 'string') throw new Error(`${name} needs no permission of its own`)
  return needs
}
