import { type Permission, permission } from '@steward/contract/permissions/permissions'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll } from '../../db/connection/query.ts'

export interface HolderRow {
  id: string
  name: string
  image: string | null
  role_id: string
  role_name: string
}

const updateRoles = permission('Roles', 'Roles', 'update')

/** Whether the role joined as `role` grants a permission. */
const grants = ({ module, submodule, action }: Permission): RawBuilder<SqlBool> => sql`(
  role.system or jsonb_path_exists(
    role.permissions,
    '$[*] ? (@.module == $m).submodules[*] ? (@.name == $s).actions.keyvalue() ? (@.key == $a && @.value == true)',
    jsonb_build_object('m', ${module}::text, 's', ${submodule}::text, 'a', ${action}::text)
  )
)`

const byName = sql`steward_fold(person.name) collate "C", person.id`
const activePeople = sql`
  select person.id, person.name, person.image, role.id as role_id, role.name as role_name,
    count(*) over () as total
  from users as person join roles as role on role.id = person.role_id
  where person.deleted_at is null and person.type = 'admin' and person.status = 'active'
    and role.status = 'active'`

/** Finds people who hold a permission and may update roles; owners first, at most 50. */
export const findGranters = (db: Db, wanted: Permission) =>
  queryAll(db)<HolderRow>`
    ${activePeople} and ${grants(wanted)} and ${grants(updateRoles)}
    order by role.system desc, ${byName} limit 50
  `

/** Finds active people who hold a permission by name, at most 100, with their total. */
export async function findHolders(db: Db, wanted: Permission) {
  const people = await queryAll(db)<HolderRow & { total: number }>`
    ${activePeople} and ${grants(wanted)} order by ${byName} limit 100
  `
  return { people, count: people[0]?.total ?? 0 }
}

interface GrantingRole {
  id: string
  name: string
  status: 'active' | 'inactive'
  user_count: number
}

/** Finds the roles that grant a permission and aren't deleted, by name. */
export const findGrantingRoles = (db: Db, wanted: Permission) =>
  queryAll(db)<GrantingRole>`
    select role.id, role.name, role.status,
      (select count(*) from users where role_id = role.id and deleted_at is null) as user_count
    from roles as role
    where role.status <> 'deleted' and ${grants(wanted)}
    order by steward_fold(role.name) collate "C", role.id
  `

/** A person with a role; `total` and `active` count those beyond the limit as well. */
export interface RoleHolderRow {
  id: string
  name: string
  image: string | null
  status: 'active' | 'inactive' | 'pending'
  total: number
  active: number
}

/** Finds the people with a role by name, at most 100. */
export const findRoleHolders = (db: Db, roleId: string) =>
  queryAll(db)<RoleHolderRow>`
    select id, name, image, status, count(*) over () as total,
      count(*) filter (where status = 'active') over () as active
    from users as person where role_id = ${roleId} and deleted_at is null
    order by ${byName} limit 100
  `

/** A person's requests with a permission; `total` counts those beyond the limit as well. */
export interface RoleUseRow extends Pick<RoleHolderRow, 'id' | 'name' | 'image' | 'total'> {
  module: string
  submodule: string
  action: string
  requests: number
  last_day: string
}

/** Counts uses of a role's permissions since a day (UTC), most first, at most 200 rows. */
export async function findRoleUses(
  db: Db,
  roleId: string,
  permissions: readonly Permission[],
  since: string,
): Promise<RoleUseRow[]> {
  if (permissions.length === 0) return []
  return await queryAll(db)<RoleUseRow>`
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
    order by requests desc, ${byName}, use.module, use.submodule, use.action
    limit 200
  `
}
