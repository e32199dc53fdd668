import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryColumn, queryExists, queryNumber } from '../../db/connection/query.ts'
import { keyInTree } from '../../db/write/tree-keys.ts'

/** The key of PostgreSQL's advisory lock on the tree. */
const lockKey = 7_203_119

/** The gap between new sort keys, so that a move changes one row only. */
export const gap = 1024

/** Locks the tree, so that concurrent changes can't make a cycle or use a deleted parent. */
export async function lockTree(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
}

/** A category and its ancestors, the nearest first; empty where it doesn't exist or is deleted. */
export const pathOf = (tx: Db, id: string) =>
  queryColumn(tx)`
    with recursive path as (
      select id, parent_id, 1 as level from categories where id = ${id} and deleted_at is null
      union all
      select up.id, up.parent_id, path.level + 1
      from path join categories as up on up.id = path.parent_id
      where path.level < 1000
    )
    select id from path order by level
  `

/** The number of levels of a category and its descendants: 1 where it has none. */
export const levelsOf = (tx: Db, id: string) =>
  queryNumber(tx)`
    with recursive below as (
      select ${id}::uuid as id, 1 as level
      union all
      select child.id, below.level + 1
      from below join categories as child on child.parent_id = below.id
      where child.deleted_at is null and below.level < 1000
    )
    select max(level) from below
  `

/** The sort keys of siblings, in order. */
export const siblingKeys = (tx: Db, parent: string | null, without: string | null) =>
  queryColumn(tx)<number>`
    select position from categories
    where parent_id is not distinct from ${parent}::uuid and deleted_at is null
      and id is distinct from ${without}::uuid
    order by position, id
  `

/** Sets new sort keys with gaps, on deleted siblings too; returns the former keys by id. */
export async function respaceKeys(tx: Db, parent: string | null) {
  const spaced = await queryAll(tx)<{ id: string; position: number }>`
    update categories set position = spaced.key
    from (
      select id, position as before,
        (row_number() over (order by position, id))::int * ${sql.lit(gap)} as key
      from categories
      where parent_id is not distinct from ${parent}::uuid
    ) as spaced
    where categories.id = spaced.id
    returning categories.id, spaced.before as position
  `
  await keyInTree(
    tx,
    spaced.map(({ id }) => id),
  )
  return Object.fromEntries(spaced.map(({ id, position }) => [id, { position }]))
}

export async function slugsLike(tx: Db, beginning: string): Promise<Set<string>> {
  const slugs = await queryColumn(tx)`
    select slug from categories where deleted_at is null and starts_with(slug, ${beginning})`
  return new Set(slugs)
}

/** Whether another category in the same place that isn't deleted has the name. */
export const nameInUse = (
  tx: Db,
  category: { id: string; name: string; parent_id: string | null },
) =>
  queryExists(tx)`
    select 1 from categories
    where steward_key(name) = steward_key(${category.name}) and deleted_at is null
      and parent_id is not distinct from ${category.parent_id}::uuid and id <> ${category.id}
  `

/** Counts the categories directly below, including deleted ones. */
export const childrenOf = (tx: Db, id: string) =>
  queryNumber(tx)`
    select count(*) as n from categories where parent_id = ${id}
  `

/** The depth in the tree, 1 at the top. */
const depth = sql<number>`(
  with recursive up as (
    select t.parent_id as id, 1 as level
    union all
    select above.parent_id, up.level + 1
    from up join categories as above on above.id = up.id where up.level < 1000
  )
  select max(level) from up)`

export const deepestFirst = sql`${depth} desc`

export const highestFirst = depth
