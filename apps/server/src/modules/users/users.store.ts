import type { QueryOf } from '@steward/contract/calls/endpoints'
import type { Deletion } from '@steward/contract/lists/listing'
import { type User, type UserType, userTypes } from '@steward/contract/users/users'
import { userFields } from '@steward/contract/users/users.fields'
import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryColumn, queryExists, queryFirst } from '../../db/connection/query.ts'
import { among, type Condition } from '../../db/filters/conditions.ts'
import { type FilteredBy, filterConditions } from '../../db/filters/filters.ts'
import { findRow, findRows, folded, type Listing } from '../../db/list/listing.ts'
import type { Source } from '../../db/list/source.ts'
import { current } from '../../db/list/source.ts'
import type { ReadScope, RecordState } from '../../db/list/state.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { isId } from '../../ids.ts'
import { type DeletedColumns, inTrash } from '../records/deleted.ts'
import { filteredBy, listingOf } from '../records/listing.store.ts'
import { viewOf } from '../records/view.ts'
import type { UserRecord } from '../roles/authority.store.ts'

export type UserPatch = Updateable<Tables['users']>

export type UserRow = DeletedColumns &
  Omit<UserRecord, 'search'> & { role_name: string | null; provider: User['provider'] }

export const userView = viewOf<UserRow, User>(userFields, {
  id: (row) => row.id,
  provider: (row) => row.provider ?? null,
})

export const userListing: Listing = listingOf(userFields, 'users', {
  more: [
    sql`t.version`,
    sql`case when t.provider_id is null then null else (
      select json_build_object('_id', source.id, 'name', source.name)
      from identity_providers as source where source.id = t.provider_id and source.enabled
    ) end as provider`,
  ],
  sorts: { lastActiveAt: { unversioned: true } },
})

type UsersQuery = Omit<QueryOf<'users.list'>, 'deleted'> & {
  deleted?: Deletion
  emailConfirmed?: boolean | undefined
  /** Only those about whom somebody here decides. */
  decidedHere?: boolean
}

/** Who waits for a group of their identity provider can be given no role here. */
export const decidedHere: Condition = {
  sql: sql<boolean>`(t.provider_id is null or t.role_id is not null)`,
}

/** The conditions of users of these types; the query's own filter narrows them further. */
export const userConditions = (
  query: UsersQuery,
  types: readonly UserType[],
  now?: RawBuilder<string>,
): Condition[] => {
  const { type, 'type.not': not, ...others } = query
  const without = (not ?? []) as readonly string[]
  const isAny = query.match === 'any'
  const wanted = types.filter((each) => (type?.includes(each) ?? true) && !without.includes(each))
  return [
    ...inTrash(query.deleted),
    ...ofTypes(isAny ? types : wanted),
    ...(query.decidedHere ? [decidedHere] : []),
    ...(query.emailConfirmed === undefined ? [] : among('email_confirmed', [query.emailConfirmed])),
    ...filterConditions('users', filtered, isAny ? query : others, now),
  ]
}

/** The conditions of filters alone. */
export const userFilters = (query: object, _reader: unknown, { now }: Pick<RecordState, 'now'>) =>
  filterConditions('users', filtered, query, now)

const filtered: FilteredBy<'users'> = filteredBy('users', {
  // Use the expression of the sort key, for its index.
  email: { empty: sql`${folded('email')} is null`, some: sql`t.email is not null` },
})

function ofTypes(types: readonly UserType[]): Condition[] {
  if (types.length === userTypes.length) return []
  return types.length > 0 ? among('type', types, 'type') : [{ sql: sql<boolean>`false` }]
}

export const listUsers = (source: Source, query: UsersQuery, types: readonly UserType[]) =>
  source.page<UserRow>(userListing, query, userConditions(query, types, source.now))

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  const user = await findAnyUser(db, id)
  return user?.deleted_at === null ? user : undefined
}

/** Finds a user at the source's moment; with `all`, also a deleted one. */
export async function findUserIn(source: Pick<Source, 'find'>, id: string, all: boolean) {
  if (!isId(id)) return undefined
  const user = await source.find<UserRow>(userListing, id)
  return all || user?.deleted_at === null ? user : undefined
}

/** Finds a user, deleted or not, if a scope lets them be seen. */
export async function findAnyUser(
  db: Db,
  id: string,
  scope?: ReadScope | null,
): Promise<UserRow | undefined> {
  return isId(id)
    ? await findRow<UserRow>(db, userListing, id, scope?.seen('users', current))
    : undefined
}

/** Finds users by `_id`, including deleted ones. */
export const findUsers = (db: Db, ids: readonly string[]): Promise<UserRow[]> =>
  findRows(db, userListing, ids.filter(isId))

export type KnownPerson = Pick<
  UserRecord,
  'id' | 'name' | 'email' | 'email_confirmed' | 'type' | 'status'
>

/** Finds a user who isn't deleted by an address in any spelling. */
export const findUserByEmail = (db: Db, email: string) =>
  queryFirst(db)<KnownPerson>`
    select id, name, email, email_confirmed, type, status from users
    where steward_key(email) = steward_key(${email}) and deleted_at is null
  `

/** Deleted users whose address is used by others, or by a user earlier in `ids`. */
export async function findTakenAddresses(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const taken = await queryColumn(db)`
    select gone.id from users as gone
    where gone.id = any(${ids}::uuid[]) and gone.deleted_at is not null and (
      exists (
        select 1 from users as other
        where steward_key(other.email) = steward_key(gone.email) and other.deleted_at is null
      )
      or exists (
        select 1 from users as other
        where other.id = any(${ids}::uuid[]) and other.deleted_at is not null and other.id < gone.id
          and steward_key(other.email) = steward_key(gone.email)
      )
    )
  `
  return new Set(taken)
}

/** How long a registration can be confirmed, in days. */
const unconfirmedDays = 7

/** Finds the 100 oldest unconfirmed registrations that are overdue or beyond `max`. */
export const findUnconfirmed = (db: Db, max: number) =>
  queryColumn(db)`
    select id from (
      select id, type, updated_at, row_number() over (order by updated_at desc, id desc) as place
      from users where not email_confirmed and deleted_at is null
    ) as waiting
    where type = 'admin'
      and (place > ${max}::int or updated_at < now() - make_interval(days => ${unconfirmedDays}::int))
    order by updated_at, id limit 100
  `

/** Whether there are users, including deleted ones. */
export const hasUsers = (db: Db) => queryExists(db)`select 1 from users limit 1`

/** Whether there are admins, including waiting ones. */
export const hasAdmins = (db: Db) =>
  queryExists(db)`select 1 from users where type = 'admin' and deleted_at is null limit 1`

/** Notes the last activity of a user, without a new version of the record. */
export async function noteActive(db: Db, id: string): Promise<void> {
  await db.updateTable('users').set({ last_active_at: sql`now()` }).where('id', '=', id).execute()
}
