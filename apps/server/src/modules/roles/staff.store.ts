import { rightsOfAll } from '@steward/contract/permissions/joined-rights'
import type { PermissionModule } from '@steward/contract/permissions/permissions'
import type { Db } from '../../db/connection/connection.ts'
import { queryFirst } from '../../db/connection/query.ts'
import type { Loan } from '../../db/write/loan.ts'
import type { MakeScope, Staff } from '../../http/session.ts'
import {
  type HeldRole,
  isActiveStaff,
  type StaffRow,
  staffColumns,
} from '../authentication/sessions.store.ts'
import { rightsOfRole, type StaffRights } from './permissions.rules.ts'

/** Finds an active admin with permissions, for work outside requests; undefined for others. */
export async function findActiveStaff(
  { db, scopeOf }: { db: Db; scopeOf: MakeScope },
  userId: string,
): Promise<Staff | undefined> {
  const row = await queryFirst(db)<StaffRow>`
    select ${staffColumns} from users as person join roles as role on role.id = person.role_id
    where person.id = ${userId} and ${isActiveStaff}
  `
  return row && staffView(row, scopeOf)
}

/** Somebody with what their role, their temporary roles and loans permit at this moment. */
export function staffView(row: StaffRow, scopeOf: MakeScope): Staff {
  const user = { id: row.user_id, name: row.user_name }
  const lasting = rightsOf(row)
  const further: HeldRole[] = row.temporary_roles ? JSON.parse(row.temporary_roles) : []
  const loans: Loan[] = row.loans ? JSON.parse(row.loans) : []
  const rights = rightsOfAll([lasting, ...further.map(rightsOfRole)])
  const holder = { user, ...rights, loans }
  return { ...holder, lasting, owner: row.system, scope: scopeOf(holder) }
}

const known = new Map<string, StaffRights>()

/** Parses the rights of a role, cached by their JSON text: parsing takes 45 µs and is done very often. */
export function rightsOf({
  permissions,
  conditions,
  field_rules,
  system,
}: Pick<StaffRow, 'permissions' | 'conditions' | 'field_rules' | 'system'>): StaffRights {
  const key = `${system} ${permissions} ${conditions} ${field_rules}`
  const read = known.get(key)
  if (read) return read
  if (known.size >= 200) known.clear()
  const rights = rightsOfRole({
    permissions: JSON.parse(permissions),
    conditions: JSON.parse(conditions),
    field_rules: JSON.parse(field_rules),
    system,
  })
  known.set(key, rights)
  return rights
}

/** As {@link rightsOf}, of permissions alone. */
export const modulesOf = (permissions: string, system: boolean): PermissionModule[] =>
  rightsOf({ permissions, conditions: '[]', field_rules: '[]', system }).permissions
