import type { QueryOf } from '@steward/contract/endpoints'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import { among, folded, type Listing, listPage, type Page, plain } from '../../db/listing.ts'
import type { RolesTable } from '../../db/tables.ts'
import { isId } from '../../ids.ts'

/** A role with the number of its people. */
export type RoleRow = Omit<Selectable<RolesTable>, 'search' | 'status_before_deletion'> & {
  user_count: number
}

const peopleOf = sql`(select count(*) from users where users.role_id = t.id and users.deleted_at is null)`

const columns = sql`
  t.id, t.name, t.description, t.image, t.status, t.permissions, t.system, t.version,
  t.require_second_factor, t.max_sessions, t.idle_minutes, t.created_at, t.updated_at, ${peopleOf} as user_count`

/** How roles are listed. */
export const roleListing: Listing = {
  table: 'roles',
  columns,
  sorts: {
    createdAt: { by: plain('created_at') },
    name: { by: folded('name') },
    userCount: { by: peopleOf },
  },
}

/** A page of the roles in some states (contract, Lists). */
export function listRoles(
  db: Db,
  query: QueryOf<'roles.list'>,
  statuses: readonly RoleRow['status'][],
): Promise<Page<RoleRow>> {
  return listPage<RoleRow>(db, roleListing, { ...query, search: query.name }, [
    ...among('status', statuses),
  ])
}

/** One role, whatever its status, or undefined. */
export async function findRole(db: Db, id: string): Promise<RoleRow | undefined> {
  if (!isId(id)) return undefined
  const found = await sql<RoleRow>`select ${columns} from roles as t where t.id = ${id}`.execute(db)
  return found.rows[0]
}

/** Every active role, by name. */
export async function findActiveRoles(
  db: Db,
): Promise<Pick<RoleRow, 'id' | 'name' | 'image' | 'permissions' | 'system'>[]> {
  return await db
    .selectFrom('roles')
    .select(['id', 'name', 'image', 'permissions', 'system'])
    .where('status', '=', 'active')
    .orderBy(sql`steward_fold(name) collate "C"`)
    .orderBy('id')
    .execute()
}

/** How many active admins hold a role. */
export async function countActiveHolders(db: Db, roleId: string): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*) as n from users
    where role_id = ${roleId} and deleted_at is null and type = 'admin' and status = 'active'
  `.execute(db)
  return found.rows[0]?.n ?? 0
}

/**
 * Ends the sessions of everybody who holds a role, so that no token of theirs is alive again once
 * the role is.
 * @param looks whether looks through the role end as well
 */
export async function endSessionsOfRole(
  tx: Db,
  roleId: string,
  { looks }: { looks: boolean },
): Promise<void> {
  await sql`
    delete from sessions
    where user_id in (select id from users where role_id = ${roleId})
      or (${looks} and preview_role_id = ${roleId})
  `.execute(tx)
}
