import type { PermissionModule } from '@steward/contract/permissions/permissions'
import type { Staff } from '../../http/session.ts'
import type { StaffRow } from '../auth/sessions.store.ts'
import { permissionsOf } from './permissions.rules.ts'

/** A member of staff from their row. */
export const staffView = (row: StaffRow): Staff => ({
  user: { id: row.user_id, name: row.user_name },
  permissions: modulesOf(row.permissions, row.system),
  owner: row.system,
})

const known = new Map<string, PermissionModule[]>()

/**
 * The modules of a role. The same text is read once, whatever the number of requests.
 * @param permissions the role's modules, as JSON text
 */
export function modulesOf(permissions: string, system: boolean): PermissionModule[] {
  const key = `${system} ${permissions}`
  let modules = known.get(key)
  if (!modules) {
    if (known.size >= 200) known.clear()
    modules = permissionsOf(JSON.parse(permissions), system)
    known.set(key, modules)
  }
  return modules
}
