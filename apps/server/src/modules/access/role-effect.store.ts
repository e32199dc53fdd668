import type { Permission } from '@steward/contract/permissions/permissions'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'

/** A person who holds a role. */
export interface RoleHolderRow {
  id: string
  name: string
  image: string | null
  status: 'active' | 'inactive' | 'pending'
  total: number
  active: number
}

/** Who holds a role, by name, at most 100; each row also says how many there are in all. */
export async function findRoleHolders(db: Db, roleId: string): Promise<RoleHolderRow[]> {
  const found = await sql<RoleHolderRow>`
    select id, name, image, status, count(*) over () as total,
      count(*) filter (where status = 'active') over () as active
    from users where role_id = ${roleId} and deleted_at is null
    order by steward_fold(name) collate "C", id
    limit 100
  `.execute(db)
  return found.rows
}

/** What one person did by one permission. */
export interface RoleUseRow extends Pick<RoleHolderRow, 'id' | 'name' | 'image'>, Permissionlike {
  requests: number
  last_day: string
  /** Requests of all rows, those beyond the limit too. */
  total: number
}

type Permissionlike = { [part in keyof Permission]: string }

/**
 * Requests that the people of a role made by some permissions, most first, at most 200 rows.
 * @param since the first day that counts, UTC
 */
export async function findRoleUses(
  db: Db,
  roleId: string,
  permissions: readonly Permission[],
  since: string,
): Promise<RoleUseRow[]> {
  if (permissions.length === 0) return []
  const found = await sql<RoleUseRow>`
    select person.id, person.name, person.image, use.module, use.submodule, use.action,
      sum(use.n)::bigint as requests, max(use.day) as last_day,
      (sum(sum(use.n)) over ())::bigint as total
    from users as person
    join permission_uses as use on use.user_id = person.id and use.day >= ${since}::date
    join json_to_recordset(${JSON.stringify(permissions)}::json)
      as lost (module text, submodule text, action text)
      on (lost.module, lost.submodule, lost.action) = (use.module, use.submodule, use.action)
    where person.role_id = ${roleId} and person.deleted_at is null
    group by person.id, use.module, use.submodule, use.action
    order by requests desc, steward_fold(person.name) collate "C", person.id,
      use.module, use.submodule, use.action
    limit 200
  `.execute(db)
  return found.rows
}
