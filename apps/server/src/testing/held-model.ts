import { allPermissions, holds, type Permission } from '@steward/contract/permissions/permissions'
import type { Selectable } from 'kysely'
import type { Db } from '../db/connection/connection.ts'
import type { Tables } from '../db/schema/tables.ts'

/** A permission that a person holds, as it follows from the tables. */
export interface HeldRow {
  id: string
  person: Selectable<Tables['users']>
  role: Selectable<Tables['roles']>
  permission: Permission
  place: number
  kind: 'owner' | 'role' | 'group'
  lastUsed: string | null
  /** Those of the last 90 days. */
  uses: number
}

/** The day so many days ago (UTC), such as `2026-01-31`. */
export const dayAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const idOf = (of: { id: string }, place: number) => `${of.id}-${String(place).padStart(3, '0')}`

/** Who holds what, worked out row by row. */
export async function heldRows(db: Db): Promise<HeldRow[]> {
  const people = await db.selectFrom('users').selectAll().execute()
  const roles = await db.selectFrom('roles').selectAll().execute()
  const providers = await db.selectFrom('identity_providers').selectAll().execute()
  const uses = await db.selectFrom('permission_uses').selectAll().execute()
  return people.flatMap((person) => {
    const role = roles.find(({ id }) => id === person.role_id)
    if (person.type !== 'admin' || person.deleted_at || role?.status !== 'active') return []
    const provider = providers.find(({ id, enabled }) => id === person.provider_id && enabled)
    return allPermissions.flatMap((permission, place): HeldRow[] => {
      if (!role.system && !holds(role.permissions, permission)) return []
      const own = uses.filter(
        ({ user_id, module, submodule, action }) =>
          user_id === person.id &&
          module === permission.module &&
          submodule === permission.submodule &&
          action === permission.action,
      )
      const recent = own.filter(({ day }) => day >= dayAgo(89))
      return [
        {
          id: idOf(person, place),
          person,
          role,
          permission,
          place,
          kind: role.system ? 'owner' : provider ? 'group' : 'role',
          lastUsed: lastOf(own.map(({ day }) => day)),
          uses: recent.reduce((sum, { n }) => sum + Number(n), 0),
        },
      ]
    })
  })
}

/** A permission of a role, with all who hold it through the role. */
export interface RoleRow
  extends Pick<HeldRow, 'id' | 'role' | 'permission' | 'place' | 'lastUsed'> {
  people: number
}

export function byRole(rows: readonly HeldRow[]): RoleRow[] {
  return [...Map.groupBy(rows, ({ role, place }) => idOf(role, place))].flatMap(([id, held]) =>
    held.slice(0, 1).map(({ role, permission, place }) => ({
      id,
      role,
      permission,
      place,
      people: held.length,
      lastUsed: lastOf(held.flatMap(({ lastUsed }) => lastUsed ?? [])),
    })),
  )
}

/** Whether nothing was used in so many days, including today. */
export const isUnused = ({ lastUsed }: Pick<HeldRow, 'lastUsed'>, days: string): boolean =>
  lastUsed === null || lastUsed < dayAgo(Number.parseInt(days, 10) - 1)

const lastOf = (days: readonly string[]): string | null => days.toSorted().at(-1) ?? null
