import type { Permission, PermissionModule } from '@steward/contract/permissions/permissions'

type Modules = readonly PermissionModule[]

/** A permission as a server names it, which may have others than the catalogue. */
export type PermissionNames = { [part in keyof Permission]: string }

/** What permission modules grant: flags that are exactly `true` (section 5). */
export const grantedWords = (modules: Modules) =>
  modules.flatMap(({ module, submodules }) =>
    submodules.flatMap(({ name, actions }) => {
      const granted = Object.keys(actions).filter((action) => actions[action] === true)
      return granted.length === 0 ? [] : [{ module, submodule: name, actions: granted }]
    }),
  )

/** The same, one by one. */
export const grantedNames = (modules: Modules): PermissionNames[] =>
  grantedWords(modules).flatMap(({ actions, ...names }) =>
    actions.map((action) => ({ ...names, action })),
  )

export const keyOf = ({ module, submodule, action }: PermissionNames): string =>
  JSON.stringify([module, submodule, action])

/** What permission modules grant and others don't. */
export function notHeld(modules: Modules, others: Modules): PermissionNames[] {
  const held = new Set(grantedNames(others).map(keyOf))
  return grantedNames(modules).filter((names) => !held.has(keyOf(names)))
}
