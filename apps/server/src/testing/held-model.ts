import type { HeldPermission } from '@steward/contract/access-review/access-review'
import { conditionsOf, type Where } from '@steward/contract/permissions/conditions'
import { allPermissions, holds, type Permission } from '@steward/contract/permissions/permissions'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/connection/connection.ts'
import type { Tables } from '../db/schema/tables.ts'
import { named } from './grants.ts'

type Role = Selectable<Tables['roles']>

interface HeldSource {
  id: string | null
  kind: HeldPermission['sources'][number]['kind']
  role: Role | null
  condition: Where | null
}

/** A permission that a person holds, as it follows from the tables. */
export interface HeldRow {
  id: string
  person: Selectable<Tables['users']>
  permission: Permission
  place: number
  sources: HeldSource[]
  lastUsed: string | null
  /** Those of the last 90 days. */
  uses: number
}

/** The day so many days ago (UTC), such as `2026-01-31`. */
export const dayAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const isComing = (time: string | null) => time !== null && Date.parse(time) > Date.now()

const lasts = ({ ended_at, until }: Selectable<Tables['temporary_roles']>) =>
  ended_at === null && isComing(until)

const grants = (role: Role | null, permission: Permission): boolean =>
  role !== null && (role.system || holds(role.permissions, permission))

const isOf = (
  one: { module: string; submodule: string; action: string },
  { module, submodule, action }: Permission,
) => one.module === module && one.submodule === submodule && one.action === action

const idOf = (of: { id: string }, place: number) => `${of.id}-${String(place).padStart(3, '0')}`

/** Who holds what, worked out row by row. */
export async function heldRows(db: Db): Promise<HeldRow[]> {
  const people = await db.selectFrom('users').selectAll().execute()
  const roles = await db.selectFrom('roles').selectAll().execute()
  const providers = await db.selectFrom('identity_providers').selectAll().execute()
  const uses = await db.selectFrom('permission_uses').selectAll().execute()
  const temporary = await db.selectFrom('temporary_roles').selectAll().execute()
  const loans = await db.selectFrom('loans').selectAll().execute()
  const activeRole = (id: string | null) =>
    roles.find((role) => role.id === id && role.status === 'active') ?? null
  /** Whether somebody who may sign in lends what a role of theirs grants. */
  const stillLends = ({ decided_by, ...permission }: (typeof loans)[number]) => {
    const granter = people.find(({ id }) => id === decided_by)
    if (granter?.type !== 'admin' || granter.deleted_at || granter.status !== 'active') return false
    const further = temporary.filter((each) => each.user_id === granter.id && lasts(each))
    return (
      activeRole(granter.role_id) !== null &&
      [granter.role_id, ...further.map(({ role_id }) => role_id)].some((id) =>
        grants(activeRole(id), permission as Permission),
      )
    )
  }
  const isActive = (loan: (typeof loans)[number]) =>
    loan.status === 'granted' && isComing(loan.ends_at) && stillLends(loan)
  return people.flatMap((person) => {
    const role = roles.find(({ id }) => id === person.role_id)
    if (person.type !== 'admin' || person.deleted_at || role?.status !== 'active') return []
    const provider = providers.find(({ id, enabled }) => id === person.provider_id && enabled)
    const further = temporary.filter((each) => each.user_id === person.id && lasts(each))
    const ofRoles: Omit<HeldSource, 'condition'>[] = [
      { id: null, kind: role.system ? 'owner' : provider ? 'group' : 'role', role },
      ...further.map(({ id, role_id }) => ({
        id,
        kind: 'temporaryRole' as const,
        role: activeRole(role_id),
      })),
    ]
    const lent = loans.filter((each) => each.user_id === person.id && isActive(each))
    return allPermissions.flatMap((permission, place): HeldRow[] => {
      const sources: HeldSource[] = [
        ...ofRoles
          .filter((source) => grants(source.role, permission))
          .map((source) => ({
            ...source,
            condition: (source.role && conditionsOf(source.role, permission)?.[0]) ?? null,
          })),
        ...lent
          .filter((loan) => isOf(loan, permission))
          .map(({ id }) => ({ id, kind: 'loan' as const, role: null, condition: null })),
      ]
      if (sources.length === 0) return []
      const own = uses.filter((use) => use.user_id === person.id && isOf(use, permission))
      const recent = own.filter(({ day }) => day >= dayAgo(89))
      return [
        {
          id: idOf(person, place),
          person,
          permission,
          place,
          sources,
          lastUsed: lastOf(own.map(({ day }) => day)),
          uses: recent.reduce((sum, { n }) => sum + Number(n), 0),
        },
      ]
    })
  })
}

/** A permission of a role, with all who hold it through the role. */
export interface RoleRow extends Pick<HeldRow, 'id' | 'permission' | 'place' | 'lastUsed'> {
  role: Role
  condition: Where | null
  people: number
  uses: number
}

export function byRole(rows: readonly HeldRow[]): RoleRow[] {
  const ofRoles = rows.flatMap((row) =>
    row.sources.flatMap(({ role, condition }) => (role ? [{ row, role, condition }] : [])),
  )
  const grouped = Map.groupBy(ofRoles, ({ row, role }) => idOf(role, row.place))
  return [...grouped].flatMap(([id, each]) => {
    // Somebody may have the role twice, by itself and until a time.
    const held = [...new Set(each.map(({ row }) => row))]
    return each.slice(0, 1).map(({ row: { permission, place }, role, condition }) => ({
      id,
      role,
      condition,
      permission,
      place,
      people: held.length,
      lastUsed: lastOf(held.flatMap(({ lastUsed }) => lastUsed ?? [])),
      uses: held.reduce((sum, { uses }) => sum + uses, 0),
    }))
  })
}

/** Whether nothing was used in so many days, including today. */
export const isUnused = ({ lastUsed }: Pick<HeldRow, 'lastUsed'>, days: string): boolean =>
  lastUsed === null || lastUsed < dayAgo(Number.parseInt(days, 10) - 1)

const lastOf = (days: readonly string[]): string | null => days.toSorted().at(-1) ?? null

/** Notes uses of a permission, such as `Operations · Bills · list`, so many days ago. */
export async function noteUse(
  db: Db,
  person: string,
  name: string,
  days: number,
  n = 1,
): Promise<void> {
  const [permission] = named(name)
  await sql`
    insert into permission_uses (user_id, module, submodule, action, day, n)
    values (${person}, ${permission?.module}, ${permission?.submodule}, ${permission?.action},
      ${dayAgo(days)}::date, ${n})
    on conflict (user_id, day, module, submodule, action) do update set n = permission_uses.n + excluded.n
  `.execute(db)
}
