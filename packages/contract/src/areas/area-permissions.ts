import { permissionName } from '../permissions/permission.ts'
import type { Permission } from '../permissions/permissions.ts'
import { type Area, type AreaName, areas, type ListName } from './areas.ts'

/** Permissions any one of which is enough. */
export type Several = readonly [Permission, ...Permission[]]

type ActionOn<A> = A extends { module: infer M; title: infer S }
  ? Extract<Permission, { module: M; submodule: S }>['action']
  : never

/** The permission for an action of an area; the compiler checks that the area has the action. */
export const permissionOn = <N extends AreaName, A extends ActionOn<(typeof areas)[N]>>(
  area: N,
  action: A,
): Extract<Permission, { submodule: (typeof areas)[N]['title']; action: A }> =>
  named(areas[area], areas[area].title, action) as never

/** The permission for an action of an area, which isn't checked. */
export const permissionOf = (area: AreaName, action: string): Permission =>
  named(areas[area], areas[area].title, action)

/** The permissions for a list of an area, any one of which is enough. */
export const needsOf = (area: Area, list: ListName, action: 'list' | 'import'): Several => {
  const own = area.lists?.[list]
  const submodules = own ? [own.title] : (area.submodules ?? [area.title])
  return submodules.map((submodule) => named(area, submodule, action)) as never
}

/** The permissions for actions on many records of an area, by action. */
export const bulkNeeds = (area: Area): Record<string, Several> =>
  Object.fromEntries(
    Object.entries(area.bulk ?? {}).map(([action, single]) => [
      action,
      typeof single === 'string'
        ? (area.submodules ?? [area.title]).map((submodule) => named(area, submodule, single))
        : [named(area, single.submodule, single.action)],
    ]),
  ) as never

export const eachOnce = (permissions: readonly Permission[]): Several =>
  [...new Map(permissions.map((each) => [permissionName(each), each])).values()] as never

const named = ({ module }: Area, submodule: string, action: string) =>
  ({ module, submodule, action }) as Permission
