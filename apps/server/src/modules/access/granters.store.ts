import { type Permission, permission } from '@steward/contract/permissions/permissions'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'

/** A person who may sign in, and the role through which they hold something. */
export interface GranterRow {
  id: string
  name: string
  image: string | null
  role_id: string
  role_name: string
}

/** A role that grants something. */
export interface GrantingRoleRow {
  id: string
  name: string
  status: 'active' | 'inactive'
  user_count: number
}

const updateRoles = permission('Roles', 'Roles', 'update')

/** Whether the role in scope as `role` grants a permission; the owner role grants all. */
const grants = ({ module, submodule, action }: Permission): RawBuilder<SqlBool> => sql`(
  role.system or jsonb_path_exists(
    role.permissions,
    '$[*] ? (@.module == $m).submodules[*] ? (@.name == $s).actions.keyvalue() ? (@.key == $a && @.value == true)',
    jsonb_build_object('m', ${module}::text, 's', ${submodule}::text, 'a', ${action}::text)
  )
)`

const activePeople = sql`
  from users as person join roles as role on role.id = person.role_id
  where person.deleted_at is null and person.type = 'admin' and person.status = 'active'
    and role.status = 'active'`

/** Those who can grant a permission now: they hold it and may update roles; owners first. */
export async function findGranters(db: Db, wanted: Permission): Promise<GranterRow[]> {
  const found = await sql<GranterRow>`
    select person.id, person.name, person.image, role.id as role_id, role.name as role_name
    ${activePeople} and ${grants(wanted)} and ${grants(updateRoles)}
    order by role.system desc, steward_fold(person.name) collate "C", person.id
    limit 50
  `.execute(db)
  return found.rows
}

/** Those who hold a permission and may sign in, by name, at most 100; and how many there are. */
export async function findHolders(
  db: Db,
  wanted: Permission,
): Promise<{ people: GranterRow[]; count: number }> {
  const found = await sql<GranterRow & { total: number }>`
    select person.id, person.name, person.image, role.id as role_id, role.name as role_name,
      count(*) over () as total
    ${activePeople} and ${grants(wanted)}
    order by steward_fold(person.name) collate "C", person.id
    limit 100
  `.execute(db)
  return { people: found.rows, count: found.rows[0]?.total ?? 0 }
}

/** The roles that grant a permission, deleted ones apart, by name. */
export async function findGrantingRoles(db: Db, wanted: Permission): Promise<GrantingRoleRow[]> {
  const found = await sql<GrantingRoleRow>`
    select role.id, role.name, role.status,
      (select count(*) from users where role_id = role.id and deleted_at is null) as user_count
    from roles as role
    where role.status <> 'deleted' and ${grants(wanted)}
    order by steward_fold(role.name) collate "C", role.id
  `.execute(db)
  return found.rows
}
