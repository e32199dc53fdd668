import { type Permission, permissionCatalogue } from './permission-catalogue.ts'

export { permission, permissionName } from './permission.ts'
export { type Permission, permissionCatalogue } from './permission-catalogue.ts'
export { actionWords, permissionWords } from './permission-words.ts'

/** One module of permissions as answers hold it (specification section 3). */
export interface PermissionModule {
  module: string
  submodules: { name: string; actions: Record<string, boolean> }[]
}

/** Every permission, in the order of the catalogue. */
export const allPermissions: readonly Permission[] = Object.entries(permissionCatalogue).flatMap(
  ([module, submodules]) =>
    Object.entries(submodules).flatMap(([submodule, actions]) =>
      (actions as readonly string[]).map((action) => ({ module, submodule, action }) as Permission),
    ),
)

/** Whether the flag of a permission is exactly `true` (specification section 5); anything but a list grants nothing. */
export function can(
  modules: readonly PermissionModule[] | null | undefined,
  module: string,
  submodule: string,
  action = 'list',
): boolean {
  if (!Array.isArray(modules)) return false
  const found = modules.find((entry) => entry?.module === module)
  if (!Array.isArray(found?.submodules)) return false
  const actions = found.submodules.find(
    (entry: PermissionModule['submodules'][number]) => entry?.name === submodule,
  )?.actions
  return actions != null && Object.hasOwn(actions, action) && actions[action] === true
}

/** Like {@link can}, for a permission of the catalogue. */
export const holds = (modules: readonly PermissionModule[], permission: Permission): boolean =>
  can(modules, permission.module, permission.submodule, permission.action)

/** The whole catalogue as modules, with a flag for every permission. */
export function permissionModules(
  granted: (permission: Permission) => boolean,
): PermissionModule[] {
  return Object.entries(permissionCatalogue).map(([module, submodules]) => ({
    module,
    submodules: Object.entries(submodules).map(([name, actions]) => ({
      name,
      actions: Object.fromEntries(
        (actions as readonly string[]).map((action) => [
          action,
          granted({ module, submodule: name, action } as Permission),
        ]),
      ),
    })),
  }))
}

/** The permissions that `modules` grant, in the order of the catalogue. */
export function grantedIn(modules: readonly PermissionModule[]): Permission[] {
  return allPermissions.filter((each) => holds(modules, each))
}

/** The permissions that `modules` grant and `others` don't. */
export function grantedBeyond(
  modules: readonly PermissionModule[],
  others: readonly PermissionModule[],
): Permission[] {
  return grantedIn(modules).filter((each) => !holds(others, each))
}
