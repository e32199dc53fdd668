import { accountsRoutes } from '@steward/contract/accounts/accounts.routes'
import { sessionRoutes } from '@steward/contract/accounts/session.routes'
import type { Route } from '@steward/contract/calls/route'
import type { EndpointName } from '@steward/contract/calls/routes'

/** The routes that the pages before the sign-in need; all others come with the code behind it. */
const known: Record<string, Route> = { ...sessionRoutes, ...accountsRoutes }

/** Those of them that the specification names (section 7, Authentication). */
const specified = new Set<string>([
  'session.login',
  'session.logout',
  'accounts.forgotPassword',
  'accounts.resetPassword',
])

/**
 * The route of a call.
 * @throws Error for a call whose routes are not loaded yet, which is a mistake of ours
 */
export function routeOf(name: EndpointName): Route {
  const route = known[name]
  if (!route) throw new Error(`The route of ${name} is not loaded`)
  return route
}

/** The name of a route; null where it isn't loaded. */
export function nameOf(route: Route): EndpointName | null {
  const found = Object.entries(known).find(([, each]) => each === route)
  return found ? (found[0] as EndpointName) : null
}

/** Whether the specification names a call (section 7). */
export const isSpecified = (name: EndpointName): boolean => specified.has(name)

/** Takes in all routes, and which of them the specification names. */
export function knowRoutes(
  routes: Readonly<Record<string, Route>>,
  specifiedCalls: readonly string[],
): void {
  Object.assign(known, routes)
  for (const name of specifiedCalls) specified.add(name)
}
