import { permissionOf } from './area-permissions.ts'
import type { AreaName } from './areas.ts'

/** Calls of an area by their full names: `bills.list`. */
export type Named<N extends string, R> = { readonly [K in keyof R & string as `${N}.${K}`]: R[K] }

/** Puts the area before the name of each of its calls. */
export const named = <const N extends string, R extends object>(area: N, calls: R): Named<N, R> =>
  Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [`${area}.${name}`, call]),
  ) as Named<N, R>

/**
 * The routes that the records of every area have.
 * @param path of the list, and of one record
 * @param restore the action that permits to restore one
 */
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
    list: { method: 'GET', path: list, needs: needs('list') },
    details: { method: 'GET', path: `${one}/{id}`, needs: needs('list') },
    delete: { method: 'DELETE', path: `${one}/{id}`, needs: needs('delete') },
    restore: { method: 'PUT', path: `${one}/{id}/restore`, needs: needs(restore) },
    purge: { method: 'DELETE', path: `${one}/{id}/purge`, needs: needs('purge') },
  } as const)
}

/** The routes by which a person creates and changes records of an area. */
export const writeRoutes = <const N extends AreaName, const P extends string>(area: N, path: P) =>
  named(area, {
    create: { method: 'POST', path, needs: [permissionOf(area, 'create')] },
    update: { method: 'PUT', path: `${path}/{id}`, needs: [permissionOf(area, 'update')] },
  } as const)
