import type { Permission } from '../permissions/permissions.ts'

/** Anybody, anybody signed in, or who holds any one permission. */
export type Needs = 'public' | 'session' | readonly [Permission, ...Permission[]]

/** Without schemas, for the sign-in page. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `{host}/api/`: `admin/bills/{id}`. */
  readonly path: string
  /** Served too, and described, where `path` would be ambiguous in OpenAPI. */
  readonly describedPath?: string
  readonly needs: Needs
  /** A GET that changes state; without HEAD. */
  readonly changesState?: true
  /** Open while a required second factor is missing. */
  readonly beforeSecondFactor?: true
  /** Not a GET, but changes nothing. */
  readonly readsOnly?: true
  /** A write without an idempotency key: its answer holds a secret, it is about its session, or it changes nothing. */
  readonly keyless?: true
  /** Made by a page of itself; no use of a permission. */
  readonly byItself?: true
}

/** By endpoint name (`users.list`). */
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
