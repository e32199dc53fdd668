import type { PermissionModule } from '@steward/contract/permissions/permissions'

export interface Granted {
  module: string
  submodule: string
  actions: string[]
}

/** What permission modules grant: flags that are exactly `true` (section 5). */
export function grantedWords(modules: readonly PermissionModule[]): Granted[] {
  return modules.flatMap((entry) =>
    entry.submodules.flatMap((submodule) => {
      const actions = Object.entries(submodule.actions)
        .filter(([, flag]) => flag === true)
        .map(([action]) => action)
      const names = { module: entry.module, submodule: submodule.name }
      return actions.length === 0 ? [] : [{ ...names, actions }]
    }),
  )
}

/** Whether permission modules grant anything that others don't, both as the server names them. */
export function holdsMore(
  modules: readonly PermissionModule[],
  others: readonly PermissionModule[],
): boolean {
  const key = (...names: string[]) => JSON.stringify(names)
  const keys = (of: readonly PermissionModule[]) =>
    grantedWords(of).flatMap(({ module, submodule, actions }) =>
      actions.map((action) => key(module, submodule, action)),
    )
  const held = new Set(keys(others))
  return keys(modules).some((each) => !held.has(each))
}
