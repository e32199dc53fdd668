import type { QueryOf } from '@steward/contract/endpoints'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import { among, folded, type Listing, listPage, type Page, plain } from '../../db/listing.ts'
import type { RolesTable } from '../../db/tables.ts'

/** A role with the number of its people. */
export type RoleRow = Omit<Selectable<RolesTable>, 'search' | 'status_before_deletion'> & {
  user_count: number
}

const peopleOf = sql`(select count(*) from users where users.role_id = t.id and users.deleted_at is null)`

const listing: Listing = {
  table: 'roles',
  columns: sql`
    t.id, t.name, t.description, t.image, t.status, t.permissions, t.system, t.version,
    t.created_at, t.updated_at, ${peopleOf} as user_count`,
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
  return listPage<RoleRow>(db, listing, { ...query, search: query.name }, [
    ...among('status', statuses),
  ])
}
