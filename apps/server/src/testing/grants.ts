import {
  type Permission,
  type PermissionModule,
  permissionModules,
} from '@steward/contract/permissions/permissions'

/** Permissions by their names, as tests write them: `Operations Bills delete` with dots between. */
export function named(...names: string[]): Permission[] {
  return names.map((name) => {
    const [module, submodule, action] = name.split(' · ')
    return { module, submodule, action } as Permission
  })
}

/** Modules in which exactly some permissions are granted. */
export function granting(...names: string[]): PermissionModule[] {
  return permissionModules(({ module, submodule, action }) =>
    names.includes(`${module} · ${submodule} · ${action}`),
  )
}

/** The rights that grant exactly some permissions, for all rows and fields. */
export const holding = (...names: string[]) => ({
  permissions: granting(...names),
  conditions: [],
  fieldRules: [],
})
