import type { ViewScope } from '@steward/contract/saved-views/saved-views'
import type { ViewedList } from '@steward/contract/saved-views/viewed-lists'
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryNumber } from '../../db/connection/query.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { isId } from '../../ids.ts'

export type ViewRow = Selectable<Tables['saved_views']> & {
  role_name: string | null
  creator_name: string | null
}

/** The person, the role in which they act, and whether they may share views. */
export interface Asker {
  user: string
  role: string
  /** Whether to include own views, which are hidden while previewing a role. */
  own: boolean
  mayShare: boolean
}

/** The views of a list for the same people, which have one order and unique names. */
export interface Siblings {
  list: ViewedList
  scope: ViewScope
  owner_id: string | null
  role_id: string | null
}

const viewsWhere = (
  db: Db,
  condition: RawBuilder<boolean>,
  order: RawBuilder<unknown> = sql`t.id`,
) =>
  queryAll(db)<ViewRow>`
    select t.*, role.name as role_name, creator.name as creator_name
    from saved_views as t
    left join roles as role on role.id = t.role_id
    left join users as creator on creator.id = t.created_by
    where ${condition} order by ${order}
  `

const seenBy = ({ user, role, own, mayShare }: Asker) => sql<boolean>`(
  t.scope = 'everyone'
  or (t.scope = 'me' and ${own} and t.owner_id = ${user})
  or (t.scope = 'role' and (t.role_id = ${role} or t.created_by = ${user} or ${mayShare})))`

const amongSiblings = ({ list, scope, owner_id, role_id }: Siblings) => sql<boolean>`(
  t.list = ${list} and t.scope = ${scope} and t.deleted_at is null
  and t.owner_id is not distinct from ${owner_id}::uuid
  and t.role_id is not distinct from ${role_id}::uuid)`

/** The views that somebody may see, in order, their own first. */
export const viewsSeenBy = (db: Db, asker: Asker): Promise<ViewRow[]> =>
  viewsWhere(
    db,
    sql`t.deleted_at is null and ${seenBy(asker)}`,
    sql`array_position(array['me', 'role', 'everyone'], t.scope), role.name, t.role_id, t.position, t.id`,
  )

export async function findView(db: Db, id: string, asker: Asker): Promise<ViewRow | undefined> {
  if (!isId(id)) return undefined
  return (await viewsWhere(db, sql`t.id = ${id} and t.deleted_at is null and ${seenBy(asker)}`))[0]
}

export async function findDeletedView(db: Db, id: string, { user }: Asker) {
  if (!isId(id)) return undefined
  const isOwn = sql<boolean>`t.id = ${id} and t.deleted_at is not null and t.deleted_by = ${user}`
  return (await viewsWhere(db, isOwn))[0]
}

export const defaultAmong = async (db: Db, siblings: Siblings): Promise<ViewRow | undefined> =>
  (await viewsWhere(db, sql`t.is_default and ${amongSiblings(siblings)}`))[0]

/** The key of the advisory lock on saved views. */
const lockKey = 7_203_121

export async function lockViews(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
}

export const countViews = (db: Db, owner: string | null) =>
  queryNumber(db)`
    select count(*)::int as n from saved_views
    where deleted_at is null and owner_id is not distinct from ${owner}::uuid
  `

export const nextPosition = (db: Db, siblings: Siblings) =>
  queryNumber(db)`
    select coalesce(max(position) + 1, 0)::int as n from saved_views as t
    where ${amongSiblings(siblings)}
  `

/** Moves a view among its siblings and renumbers them; `to` counts from 0. */
export async function moveView(tx: Db, view: ViewRow, to: number): Promise<void> {
  await sql`
    update saved_views set position = placed.place
    from (
      select id, (row_number() over (order by key) - 1)::int as place
      from (
        select id, case when id = ${view.id} then ${to}::numeric + 0.5 * sign(${to}::numeric - at)
          else at end as key
        from (
          select id, (row_number() over (order by position, id) - 1)::numeric as at
          from saved_views as t where ${amongSiblings(view)}
        ) as standing
      ) as moved
    ) as placed
    where saved_views.id = placed.id and saved_views.position <> placed.place
  `.execute(tx)
}

export async function insertView(tx: Db, view: Insertable<Tables['saved_views']>) {
  await tx.insertInto('saved_views').values(view).execute()
}

export async function updateView(tx: Db, id: string, patch: Updateable<Tables['saved_views']>) {
  await tx
    .updateTable('saved_views')
    .set({ ...patch, version: sql<number>`version + 1`, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Deletes a person's soft-deleted views permanently, except the latest `kept`. */
export async function forgetDeleted(tx: Db, user: string, kept: number): Promise<void> {
  await sql`
    delete from saved_views where id in (
      select id from saved_views where deleted_by = ${user} and deleted_at is not null
      order by deleted_at desc, id desc offset ${kept}
    )
  `.execute(tx)
}

const roles = (db: Db) =>
  db.selectFrom('roles').select(['id', 'name']).where('status', '<>', 'deleted')

/** The roles to share views with, by name, at most 1,000. */
export const rolesToShareWith = (db: Db): Promise<{ id: string; name: string }[]> =>
  roles(db).orderBy(sql`steward_key(name)`).limit(1000).execute()

export const isRole = async (db: Db, id: string): Promise<boolean> =>
  (await roles(db).where('id', '=', id).executeTakeFirst()) !== undefined
