import type { QueryOf } from '@steward/contract/calls/endpoints'
import { roleFields } from '@steward/contract/roles/roles.fields'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { among, type Condition } from '../../db/list/conditions.ts'
import { type FilteredBy, filterConditions } from '../../db/list/filters.ts'
import { joinsFor, type Page } from '../../db/list/listing.ts'
import { current, listingBy, type RecordState, type Source } from '../../db/list/source.ts'
import type { RolesTable } from '../../db/tables/tables.ts'
import type { WriteTransaction } from '../../db/write/write.ts'
import { isId, newId } from '../../ids.ts'
import type { DeletedColumns } from '../records/deleted.ts'
import { filteredBy, listingOf } from '../records/listing.store.ts'

/** A role as its table has it, and what can change of it. */
export type RoleRecord = Selectable<RolesTable>
export type RolePatch = Updateable<RolesTable>

/** A role with the number of its people. */
export type RoleRow = DeletedColumns &
  Omit<RoleRecord, 'search' | 'status_before_deletion'> & {
    user_count: number
  }

/** How roles are listed. */
const roleListingIn = listingBy((state) =>
  listingOf(roleFields, {
    table: 'roles',
    more: [sql`t.version`],
    computed: { userCount: state.countIn('users') },
  }),
)

export const roleListing = roleListingIn(current)

/** What is asked of a list of roles beside their states. */
export type RolesQuery = QueryOf<'roles.listInactive'>

/** A page of the roles in some states (contract, Lists). */
export function listRoles(
  source: Source,
  query: RolesQuery,
  statuses: readonly RoleRow['status'][],
): Promise<Page<RoleRow>> {
  return source.page<RoleRow>(
    roleListingIn(source),
    { ...query, search: query.name },
    roleConditions(query, statuses, source),
  )
}

/** What a query asks of roles in some states, beside its search (contract, Lists). */
export const roleConditions = (
  query: Partial<RolesQuery>,
  statuses: readonly RoleRow['status'][],
  state: RecordState = current,
): Condition[] => [
  ...among('status', statuses),
  ...filterConditions('roles', filteredIn(state), query, state.now),
]

const filteredIn = ({ countIn }: RecordState): FilteredBy<'roles'> =>
  filteredBy(roleFields, { userCount: { by: countIn('users') } })

/** One role, whatever its status, or undefined. */
export async function findRole(db: Db, id: string): Promise<RoleRow | undefined> {
  if (!isId(id)) return undefined
  const found =
    await sql<RoleRow>`select ${roleListing.columns} from roles as t ${joinsFor(roleListing)} where t.id = ${id}`.execute(
      db,
    )
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

/** How many people have a role, deleted ones too. */
export async function countHolders(db: Db, roleId: string): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*) as n from users where role_id = ${roleId}
  `.execute(db)
  return found.rows[0]?.n ?? 0
}

/** The active role of a name, whatever its case, or of an `_id`. */
export async function findActiveRole(
  db: Db,
  nameOrId: string,
): Promise<{ id: string; name: string } | undefined> {
  return await db
    .selectFrom('roles')
    .select(['id', 'name'])
    .where(sql<boolean>`(steward_key(name) = steward_key(${nameOrId}) or id::text = ${nameOrId})`)
    .where('status', '=', 'active')
    .executeTakeFirst()
}

/** The owner role, locked until the transaction ends, so that first registrations come in turn. */
export async function lockOwnerRole(tx: Db): Promise<{ id: string; name: string }> {
  return await tx
    .selectFrom('roles')
    .select(['id', 'name'])
    .where('system', '=', true)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Makes the owner role where there is none. */
export async function ensureOwnerRole(writing: WriteTransaction): Promise<void> {
  const { tx } = writing
  const found = await tx.selectFrom('roles').select('id').where('system', '=', true).execute()
  if (found.length > 0) return
  await insertRole(writing, {
    id: newId(),
    name: 'Owner',
    description: 'Has every permission. This role can’t be changed or deleted.',
    image: null,
    permissions: [],
    system: true,
  })
}

/** Adds a role. */
export async function insertRole(
  { insert }: WriteTransaction,
  role: Omit<Insertable<RolesTable>, 'status_before_deletion'>,
): Promise<void> {
  await insert('roles', [{ ...role, status_before_deletion: null }])
}

/** Changes a role that is locked. */
export async function updateRole(
  { update }: WriteTransaction,
  role: RoleRecord,
  patch: RolePatch,
): Promise<void> {
  await update('roles', [role], patch)
}
