import {
  holds,
  type PermissionModule,
  permissionModules,
} from '@steward/contract/permissions/permissions'
import type { Db } from '../../db/connection/connection.ts'
import { queryFirst } from '../../db/connection/query.ts'
import type { Loan } from '../../db/write/loans.ts'
import type { Staff } from '../../http/session.ts'
import {
  type HeldRole,
  isActiveStaff,
  type StaffRow,
  staffColumns,
} from '../authentication/sessions.store.ts'
import { permissionsOf } from './permissions.rules.ts'

/** Finds an active admin with permissions, for work outside requests; undefined for others. */
export async function findActiveStaff(db: Db, userId: string): Promise<Staff | undefined> {
  const row = await queryFirst(db)<StaffRow>`
    select ${staffColumns} from users as person join roles as role on role.id = person.role_id
    where person.id = ${userId} and ${isActiveStaff}
  `
  return row && staffView(row)
}

/** Where rights come from: the role, roles until a time, and loans of one permission on some records. */
export type RightsSource =
  | { kind: 'role'; permissions: PermissionModule[] }
  | ({ kind: 'temporaryRole' } & HeldRole)
  | ({ kind: 'loan' } & Loan)

/** The sources of somebody's rights at this moment, the role first. */
export function loadedRights(row: StaffRow): [RightsSource, ...RightsSource[]] {
  const further: HeldRole[] = row.temporary_roles ? JSON.parse(row.temporary_roles) : []
  const loans: Loan[] = row.loans ? JSON.parse(row.loans) : []
  return [
    { kind: 'role', permissions: modulesOf(row.permissions, row.system) },
    ...further.map((role) => ({ kind: 'temporaryRole' as const, ...role })),
    ...loans.map((loan) => ({ kind: 'loan' as const, ...loan })),
  ]
}

export function staffView(row: StaffRow): Staff {
  const [role, ...more] = loadedRights(row)
  const lasting = role.kind === 'role' ? role.permissions : []
  const further = more.flatMap((each) => (each.kind === 'temporaryRole' ? [each.permissions] : []))
  return {
    user: { id: row.user_id, name: row.user_name },
    permissions: together([lasting, ...further]),
    lasting,
    loans: more.flatMap((each) => (each.kind === 'loan' ? [each] : [])),
    owner: row.system,
  }
}

/** What any of several roles grants. */
export function together(
  roles: readonly [PermissionModule[], ...PermissionModule[][]],
): PermissionModule[] {
  const [first, ...others] = roles
  if (others.length === 0) return first
  return permissionModules((permission) => roles.some((role) => holds(role, permission)))
}

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
