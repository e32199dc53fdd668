import type { Route } from '@steward/contract/calls/route'
import { routes } from '@steward/contract/calls/routes'
import { type SpecifiedCall, specifiedCalls } from '@steward/contract/calls/specified-calls'

type RouteOf<N extends SpecifiedCall> = (typeof routes)[N]

/** A call of specification section 7 as it is written there, such as `PUT admin/bills/{id}`. */
export type CallText = {
  [N in SpecifiedCall]: `${RouteOf<N>['method']} ${RouteOf<N>['path']}`
}[SpecifiedCall]

/** A call that a request names. */
export interface FoundCall {
  name: SpecifiedCall
  text: CallText
  /** Whether it needs no session. */
  isPublic: boolean
  params: Record<string, string>
}

const textOf = ({ method, path }: Route) => `${method} ${path}` as CallText

const known = specifiedCalls.map((name) => {
  const route: Route = routes[name]
  return {
    name,
    text: textOf(route),
    isPublic: route.needs === 'public',
    method: route.method,
    pattern: new RegExp(`^${route.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }
})

/** Whether the specification has a call that is written so. */
export const isCallText = (text: string): text is CallText =>
  known.some((call) => call.text === text)

/** The call of the specification that a method and a path below `api/` name, if there is one. */
export function findCall(method: string, path: string): FoundCall | null {
  for (const { name, text, isPublic, pattern, ...call } of known) {
    const found = call.method === method ? pattern.exec(path) : null
    if (!found) continue
    const params = Object.entries(found.groups ?? {})
    return {
      name,
      text,
      isPublic,
      params: Object.fromEntries(params.map(([key, value]) => [key, decodeURIComponent(value)])),
    }
  }
  return null
}
