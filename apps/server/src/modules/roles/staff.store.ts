import type { PermissionModule } from '@steward/contract/permissions/permissions'
import type { Db } from '../../db/connection/connection.ts'
import { queryFirst } from '../../db/connection/query.ts'
import type { Staff } from '../../http/session.ts'
import { isActiveStaff, type StaffRow, staffColumns } from '../authentication/sessions.store.ts'
import { permissionsOf } from './permissions.rules.ts'

/** Finds an active admin with permissions, for work outside requests; undefined for others. */
export async function findActiveStaff(db: Db, userId: string): Promise<Staff | undefined> {
  const row = await queryFirst(db)<StaffRow>`
    select ${staffColumns} from users as person join roles as role on role.id = person.role_id
    where person.id = ${userId} and ${isActiveStaff}
  `
  return row && staffView(row)
}

export const staffView = (row: StaffRow): Staff => ({
  user: { id: row.user_id, name: row.user_name },
  permissions: modulesOf(row.permissions, row.system),
  owner: row.system,
})

const known = new Map<string, PermissionModule[]>()

/** Parses permissions, cached by their JSON text: parsing takes 45 µs and is done very often. */
export function modulesOf(permissions: string, system: boolean): PermissionModule[] {
  const key = `${system} ${permissions}`
  const read = known.get(key)
  if (read) return read
  if (known.size >= 200) known.clear()
  const modules = permissionsOf(JSON.parse(permissions), system)
  known.set(key, modules)
  return modules
}
