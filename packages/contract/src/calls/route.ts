import type { Permission } from '../permissions/permissions.ts'

/** Who may make a call, which each route has to say (deny by default): anybody, anybody signed in, or whoever holds at least one of the permissions. */
export type Needs = 'public' | 'session' | readonly [Permission, ...Permission[]]

/** The part of an endpoint that needs no schemas, which is all that the sign-in page loads. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path below `{host}/api/`, such as `admin/bills/{id}`. */
  readonly path: string
  /** A second path that is served too, for the OpenAPI document if `path` is ambiguous there. */
  readonly describedPath?: string
  readonly needs: Needs
  /** Set for a GET that changes state; it then has no HEAD. */
  readonly changesState?: true
  /** Whether the call is open while a required second factor isn't set up. */
  readonly beforeSecondFactor?: true
  /** Set for a method other than GET that changes nothing. */
  readonly readsOnly?: true
  /** Set for a write without idempotency key: it answers with a secret, is about its session, or changes nothing. */
  readonly keyless?: true
  /** Set for a call about the person signed in, or for their screen; the key of a service account can't make it. */
  readonly personal?: true
  /** Set where a page makes the call of its own accord, so that it doesn't count as use of a permission. */
  readonly byItself?: true
}

/** Routes by the name of their endpoint, such as `users.list`. */
export type Routes = Readonly<Record<string, Route>>

const by =
  <const M extends Route['method']>(method: M) =>
  <
    const P extends string,
    const N extends Needs,
    const O extends Omit<Partial<Route>, 'method' | 'path' | 'needs'> = object,
  >(
    path: P,
    needs: N,
    options?: O,
  ) =>
    ({ method, path, needs, ...options }) as { method: M; path: P; needs: N } & O

export const get = by('GET')
export const post = by('POST')
export const put = by('PUT')
export const patch = by('PATCH')
export const del = by('DELETE')
