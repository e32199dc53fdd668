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

/**
 * What a look through a role shows: what both the person and the role hold. Nobody sees more by
 * looking through a role than they may see themselves.
 */
export function looking(
  own: readonly PermissionModule[],
  role: readonly PermissionModule[],
): PermissionModule[] {
  return permissionModules(
    ({ module, submodule, action }) =>
      can(own, module, submodule, action) && can(role, module, submodule, action),
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
    requireSecondFactor: row.require_second_factor,
    maxSessions: row.max_sessions,
    idleMinutes: row.idle_minutes,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
