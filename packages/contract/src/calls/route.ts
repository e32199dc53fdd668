import type { Permission } from '../permissions/permissions.ts'

/** Who may make a call: anybody, anybody signed in, or whoever holds any one of some permissions. */
export type Needs = 'public' | 'session' | readonly [Permission, ...Permission[]]

/** The part of an endpoint that the sign-in page needs too, without schemas. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `{host}/api/`, parameters in braces: `admin/bills/{id}`. */
  readonly path: string
  /** Served too, and described in place of `path` where that would be ambiguous in the OpenAPI document. */
  readonly describedPath?: string
  readonly needs: Needs
  /** A GET that changes state; such a call gets no HEAD. */
  readonly changesState?: true
  /** Open also to somebody whose role requires a second factor that they don't have yet. */
  readonly beforeSecondFactor?: true
  /** A call other than a GET that changes nothing; whoever may only look can make it too. */
  readonly readsOnly?: true
  /** A write that takes no idempotency key: its answer holds a secret, it is about its session, or changes nothing. */
  readonly keyless?: true
  /** A call that a page makes of itself, again and again; it counts as nobody's work. */
  readonly byItself?: true
}

/** Routes of one feature, by endpoint name (`users.list`). */
export type Routes = Readonly<Record<string, Route>>

/** Makes routes of one method. */
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
