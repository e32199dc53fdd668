import { del, get, post, put } from '../calls/route.ts'
import { permissionOf } from './area-permissions.ts'
import type { AreaName } from './areas.ts'

/** A record of routes with the area before each name, such as `bills.list`. */
export type Named<N extends string, R> = { readonly [K in keyof R & string as `${N}.${K}`]: R[K] }

export const named = <const N extends string, R extends object>(area: N, calls: R): Named<N, R> =>
  Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [`${area}.${name}`, call]),
  ) as Named<N, R>

/** The routes that every area has; `restore` is the action that permits restoring. */
export const recordRoutes = <
  const N extends AreaName,
  const L extends string,
  const P extends string,
>(
  area: N,
  [list, one]: readonly [list: L, one: P],
  restore = 'delete',
) => {
  const needs = (action: string) => [permissionOf(area, action)] as const
  return named(area, {
    list: get(list, needs('list')),
    details: get(`${one}/{id}`, needs('list')),
    delete: del(`${one}/{id}`, needs('delete')),
    restore: put(`${one}/{id}/restore`, needs(restore)),
    purge: del(`${one}/{id}/purge`, needs('purge')),
  } as const)
}

export const writeRoutes = <const N extends AreaName, const P extends string>(area: N, path: P) =>
  named(area, {
    create: post(path, [permissionOf(area, 'create')]),
    update: put(`${path}/{id}`, [permissionOf(area, 'update')]),
  } as const)
