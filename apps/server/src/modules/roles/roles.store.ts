import type { QueryOf } from '@steward/contract/calls/endpoints'
import { roleFields } from '@steward/contract/roles/roles.fields'
import { type Selectable, sql, type Updateable } from 'kysely'
import { inNameOrder } from '../../db/collation.ts'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryExists, queryFirst } from '../../db/connection/query.ts'
import { among, type Condition } from '../../db/filters/conditions.ts'
import { filterConditions } from '../../db/filters/filters.ts'
import { findRow } from '../../db/list/listing.ts'
import { current, type Source } from '../../db/list/source.ts'
import type { RecordState } from '../../db/list/state.ts'
import type { Tables } from '../../db/schema/tables.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { isId, newId } from '../../ids.ts'
import { memoize } from '../../memoize.ts'
import type { DeletedColumns } from '../records/deleted.ts'
import { filteredBy, listingOf } from '../records/listing.store.ts'

export type RoleRecord = Selectable<Tables['roles']>
export type RolePatch = Updateable<Tables['roles']>

export type RoleRow = DeletedColumns &
  Omit<RoleRecord, 'search' | 'status_before_deletion'> & { user_count: number }

type Statuses = readonly RoleRow['status'][]

/** The statuses of roles that each value of the list's `deleted` selects. */
export const statusesOf = {
  none: ['active', 'inactive'],
  only: ['deleted'],
  all: ['active', 'inactive', 'deleted'],
} as const satisfies Record<string, Statuses>

const roleListingIn = memoize((state: RecordState) =>
  listingOf(roleFields, 'roles', {
    more: [sql`t.version`],
    computed: { userCount: state.countIn('users') },
  }),
)

export const roleListing = roleListingIn(current)

export type RolesQuery = QueryOf<'roles.listInactive'>

export const listRoles = (source: Source, query: RolesQuery, statuses: Statuses) =>
  source.page<RoleRow>(
    roleListingIn(source),
    { ...query, search: query.name },
    roleConditions(query, statuses, source),
  )

export function roleConditions(
  query: Partial<RolesQuery>,
  statuses: Statuses,
  state: RecordState = current,
): Condition[] {
  const filtered = filteredBy('roles', { userCount: { by: state.countIn('users') } })
  return [...among('status', statuses), ...filterConditions('roles', filtered, query, state.now)]
}

/** Finds a role, whatever its status. */
export const findRole = async (db: Db, id: string): Promise<RoleRow | undefined> =>
  isId(id) ? await findRow(db, roleListing, id) : undefined

/** Finds active roles by name. */
export const findActiveRoles = (db: Db) =>
  queryAll(db)<
    Pick<RoleRow, 'id' | 'name' | 'image' | 'permissions' | 'conditions' | 'field_rules' | 'system'>
  >`
    select id, name, image, permissions, conditions, field_rules, system from roles
    where status = 'active' order by ${inNameOrder('name')}, id
  `

/** Counts the people of a role: `all` includes deleted ones, `active` are active admins. */
export async function countHolders(db: Db, roleId: string) {
  const counted = await queryFirst(db)<{ all: number; active: number }>`
    select count(*) as "all", count(*) filter (
      where deleted_at is null and type = 'admin' and status = 'active') as active
    from users where role_id = ${roleId}
  `
  return counted ?? { all: 0, active: 0 }
}

/** Finds an active role by its name in any case, or by `_id`. */
export const findActiveRole = (db: Db, nameOrId: string) =>
  queryFirst(db)<{ id: string; name: string }>`
    select id, name from roles
    where (steward_key(name) = steward_key(${nameOrId}) or id::text = ${nameOrId})
      and status = 'active'
  `

/** Reads and locks the owner role, so that first registrations are processed one by one. */
export const lockOwnerRole = (tx: Db): Promise<{ id: string; name: string }> =>
  tx
    .selectFrom('roles')
    .select(['id', 'name'])
    .where('system', '=', true)
    .forUpdate()
    .executeTakeFirstOrThrow()

export async function ensureOwnerRole(writing: WriteTransaction): Promise<void> {
  if (await queryExists(writing.tx)`select 1 from roles where system`) return
  const description = 'Has every permission. This role can’t be changed or deleted.'
  await writing.insert('roles', [
    { id: newId(), name: 'Owner', description, permissions: [], system: true },
  ])
}
