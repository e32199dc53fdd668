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
} from '../authentication/staff-row.store.ts'
import { rightsOfRole, type StaffRights } from './permissions.rules.ts'

export interface StaffServices {
  db: Db
  scopeOf: MakeScope
}

/** Finds an active admin with the permissions that they can lend: without those that are on loan to them. */
export async function findGranter(
  { db, scopeOf }: StaffServices,
  userId: string,
): Promise<Staff | undefined> {
  const row = await findStaffRow(db, userId)
  return row && staffView(row, scopeOf, [])
}

/** Finds the row of an active admin. */
export const findStaffRow = (db: Db, userId: string) =>
  queryFirst(db)<StaffRow>`
    select ${staffColumns} from users as person join roles as role on role.id = person.role_id
    where person.id = ${userId} and ${isActiveStaff}
  `

/**
 * Somebody with what their role and temporary roles permit at this moment.
 * @param loans what is on loan to them, as `loansIn` finds it; nothing for keys, which use no loans
 */
export function staffView(row: StaffRow, scopeOf: MakeScope, loans: readonly Loan[]): Staff {
  const user = { id: row.user_id, name: row.user_name }
  const lasting = rightsOf(row)
  const rights = rightsNow(row)
  const holder = { user, ...rights, loans }
  return { ...holder, lasting, owner: row.system, scope: scopeOf(holder) }
}

const known = new Map<string, StaffRights>()

/** Works rights out once for each JSON text that they are made of: that takes up to 700 µs and is done very often. */
function once(key: string, work: () => StaffRights): StaffRights {
  const found = known.get(key)
  if (found) return found
  const rights = work()
  if (known.size >= 200) known.clear()
  known.set(key, rights)
  return rights
}

type Texts = Pick<StaffRow, 'permissions' | 'conditions' | 'field_rules' | 'system'>

const keyOf = ({ permissions, conditions, field_rules, system }: Texts) =>
  `${system} ${permissions} ${conditions} ${field_rules}`

/** Parses the rights of a role. */
export const rightsOf = (row: Texts): StaffRights =>
  once(keyOf(row), () =>
    rightsOfRole({
      permissions: JSON.parse(row.permissions),
      conditions: JSON.parse(row.conditions),
      field_rules: JSON.parse(row.field_rules),
      system: row.system,
    }),
  )

/** What somebody may by their role and the roles that they have until a time, at this moment. */
export function rightsNow(row: StaffRow): StaffRights {
  const lasting = rightsOf(row)
  const { temporary_roles: temporary } = row
  if (!temporary) return lasting
  return once(`${keyOf(row)} ${temporary}`, () => {
    const further: HeldRole[] = JSON.parse(temporary)
    return rightsOfAll([lasting, ...further.map(rightsOfRole)])
  })
}

/** As {@link rightsOf}, of permissions alone. */
export const modulesOf = (permissions: string, system: boolean): PermissionModule[] =>
  rightsOf({ permissions, conditions: '[]', field_rules: '[]', system }).permissions
