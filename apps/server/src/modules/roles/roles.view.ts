import { can, type PermissionModule, permissionModules } from '@steward/contract/permissions'
import type { Role } from '@steward/contract/roles'
import type { RoleRow } from './roles.store.ts'

/**
 * What a role permits: every flag of the catalogue, all of them for the owner role.
 * @param stored the modules as the role was saved; what the catalogue doesn't know is left out
 */
export function permissionsOf(
  stored: readonly PermissionModule[],
  system: boolean,
): PermissionModule[] {
  return permissionModules(
    ({ module, submodule, action }) => system || can(stored, module, submodule, action),
  )
}

/** A role as the contract has it. */
export function roleView(row: RoleRow): Role {
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    image: row.image,
    status: row.status,
    permissions: permissionsOf(row.permissions, row.system),
    userCount: row.user_count,
    system: row.system,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
