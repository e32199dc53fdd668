import { type EndpointName, routes } from '../calls/routes.ts'
import type { Permission } from '../permissions/permissions.ts'
import { userSubmodule } from '../users/users.routes.ts'
import type { Several } from './area-permissions.ts'
import type { AreaName } from './areas.ts'

export type RecordChange = 'delete' | 'restore' | { fields: readonly string[] }

/** The type of a user before a change and, where the change sets another type, after it. */
export type TypesOfUser = readonly (keyof typeof userSubmodule)[]

/** The calls that change records of areas without a call `update`. */
const callsOfAreas: Partial<Record<AreaName, EndpointName>> = { posts: 'posts.decide' }

const callsOfFields: Partial<Record<AreaName, Readonly<Record<string, EndpointName>>>> = {
  roles: { status: 'roles.updateStatus' },
  users: { status: 'users.changeStatus', shoppingFeedStatus: 'users.setShoppingFeed' },
  shoppingPosts: { status: 'shoppingPosts.status' },
}

/** The permissions for a change, one of each list; null if no call makes it. Without `types`, of any type. */
export function needsOfChange(
  area: AreaName,
  change: RecordChange,
  types?: TypesOfUser,
): Several[] | null {
  const needs: Several[] = []
  for (const name of callsOf(area, change)) {
    if (!Object.hasOwn(routes, name)) return null
    const any = routes[name as EndpointName].needs as Several
    // To change the status, the present type decides; `update` needs permission for both types.
    const decisive = name === 'users.update' ? types : types?.slice(0, 1)
    if (area === 'users' && any.length > 1 && decisive) {
      for (const type of new Set(decisive)) needs.push([ofType(any, type)])
    } else needs.push(any)
  }
  return needs
}

function callsOf(area: AreaName, change: RecordChange): Set<string> {
  if (typeof change === 'string') return new Set([`${area}.${change}`])
  const own = callsOfFields[area]
  const call = callsOfAreas[area] ?? `${area}.update`
  return new Set(change.fields.map((field) => own?.[field] ?? call))
}

const ofType = (needs: Several, type: keyof typeof userSubmodule): Permission =>
  needs.find(({ submodule }) => submodule === userSubmodule[type]) ?? needs[0]
