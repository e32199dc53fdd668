import { type Area, type AreaName, areas, type ListName, type Named } from './areas.ts'
import { type Permission, permissionName } from './permissions.ts'

/** The actions that the catalogue has for the records of an area. */
type ActionOn<A> = A extends { module: infer M; title: infer S }
  ? Extract<Permission, { module: M; submodule: S }>['action']
  : never

/**
 * Names the permission for an action on records of an area, checked against the catalogue by the
 * compiler.
 * @example permissionOn('bills', 'delete')
 */
export const permissionOn = <N extends AreaName, A extends ActionOn<(typeof areas)[N]>>(
  area: N,
  action: A,
): Extract<Permission, { submodule: (typeof areas)[N]['title']; action: A }> =>
  named(areas[area].module, areas[area].title, action) as never

/** A list that has a name, with what it is called, its area, and the submodules that permit it. */
export interface KnownList extends Named {
  area: AreaName
  module: string
  submodules: readonly string[]
}

/** Looks a list up by its name. */
export function listOf(name: ListName): KnownList {
  for (const [key, area] of Object.entries(areas) as [AreaName, Area][]) {
    const own = area.lists?.[name]
    const parts: readonly string[] = [key, ...area.counted, ...area.exported, ...area.imported]
    if (!own && !parts.includes(name)) continue
    const submodules = own ? [own.title] : (area.submodules ?? [area.title])
    return { ...area, ...own, area: key, submodules }
  }
  throw new Error(`there is no list ${name}`)
}

/** The permissions of which any one lets a person do something with what a list shows. */
export function needsOfList(
  name: ListName,
  action: 'list' | 'import',
): readonly [Permission, ...Permission[]] {
  const { module, submodules } = listOf(name)
  return submodules.map((submodule) => named(module, submodule, action)) as never
}

/** The permissions for what can be done to many records of an area, by the action. */
export function bulkNeeds(area: Area): [string, Permission][] {
  return Object.entries(area.bulk ?? {}).map(([action, single]) => [
    action,
    named(area.module, area.title, single),
  ])
}

/** Some permissions without those that come again. */
export function eachOnce(
  permissions: readonly Permission[],
): readonly [Permission, ...Permission[]] {
  return [...new Map(permissions.map((each) => [permissionName(each), each])).values()] as never
}

const named = (module: string, submodule: string, action: string): Permission =>
  ({ module, submodule, action }) as Permission
