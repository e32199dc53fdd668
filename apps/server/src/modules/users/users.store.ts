import type { QueryOf } from '@steward/contract/endpoints'
import type { UserType } from '@steward/contract/users'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import {
  among,
  type Condition,
  folded,
  type Listing,
  listPage,
  notDeleted,
  type Page,
  plain,
} from '../../db/listing.ts'
import type { UsersTable } from '../../db/tables.ts'
import { isId } from '../../ids.ts'

/** A user with the name of their role. */
export type UserRow = Omit<Selectable<UsersTable>, 'search'> & { role_name: string | null }

const columns = sql`
  t.id, t.name, t.email, t.email_confirmed, t.phone, t.type, t.role_id, t.status, t.shopping_feed_status, t.image,
  t.business_name, t.location, t.about, t.last_active_at, t.version, t.created_at, t.updated_at,
  t.deleted_at, role.name as role_name`

const joins = sql`left join roles as role on role.id = t.role_id`

/** How users are listed. */
export const userListing: Listing = {
  table: 'users',
  columns,
  joins,
  sorts: {
    createdAt: { by: plain('created_at') },
    name: { by: folded('name') },
    email: { by: folded('email'), nullable: true },
    lastActiveAt: { by: plain('last_active_at'), nullable: true },
  },
}

/** The query of a list of users; of those who wait also whether their address is confirmed. */
type UsersQuery = QueryOf<'users.list'> & { emailConfirmed?: boolean | undefined }

/**
 * What a query asks of users, beside its search (contract, Lists).
 * @param types the types that the list may hold; the query's own filter narrows them further
 */
export const userConditions = (query: UsersQuery, types: readonly UserType[]): Condition[] => {
  const wanted = query.type ? types.filter((type) => query.type?.includes(type)) : types
  return [
    notDeleted,
    ...(wanted.length > 0 ? among('type', wanted, 'type') : [{ sql: sql<boolean>`false` }]),
    ...among('status', query.status, 'status'),
    ...(query.emailConfirmed === undefined ? [] : among('email_confirmed', [query.emailConfirmed])),
    ...among('role_id', query.role),
    ...among('shopping_feed_status', query.shoppingFeedStatus, 'shopping_feed_status'),
  ]
}

/**
 * A page of users (contract, Lists).
 * @param types the types that the list may hold; the query's own filter narrows them further
 */
export const listUsers = (
  db: Db,
  query: UsersQuery,
  types: readonly UserType[],
): Promise<Page<UserRow>> => listPage<UserRow>(db, userListing, query, userConditions(query, types))

/** One user who is not deleted, or undefined. */
export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  const user = await findAnyUser(db, id)
  return user?.deleted_at === null ? user : undefined
}

/** One user, deleted or not, or undefined. */
export async function findAnyUser(db: Db, id: string): Promise<UserRow | undefined> {
  const [user] = await findUsers(db, [id])
  return user
}

/** Some users, deleted ones too, by `_id`. */
export async function findUsers(db: Db, ids: readonly string[]): Promise<UserRow[]> {
  const found = await sql<UserRow>`
    select ${columns} from users as t ${joins}
    where t.id = any(${ids.filter(isId)}::uuid[]) order by t.id
  `.execute(db)
  return found.rows
}
