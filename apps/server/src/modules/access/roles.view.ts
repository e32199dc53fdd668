import type { Role } from '@steward/contract/roles'
import { deletedFields } from '../trash.store.ts'
import { permissionsOf } from './permissions.rules.ts'
import type { RoleRow } from './roles.store.ts'

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
    ...deletedFields(row),
  }
}
