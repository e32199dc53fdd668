import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connection/connection.ts'
import { queryAll, queryColumn } from '../db/connection/query.ts'
import type { RecordTable, Tables } from '../db/schema/tables.ts'
import { auditAreaOf } from '../db/write/audit-lines.ts'

/** Adds rows for uploaded pictures; rows that exist stay as they are. */
export async function noteUploaded(
  db: Db,
  pictures: readonly Insertable<Tables['uploaded_pictures']>[],
): Promise<void> {
  if (pictures.length === 0) return
  await db
    .insertInto('uploaded_pictures')
    .values(pictures)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function forgetUploaded(db: Db, url: string): Promise<void> {
  await db.deleteFrom('uploaded_pictures').where('url', '=', url).execute()
}

/** Whether a record shows the picture: one that isn't deleted, or of a kind that shows it even so. */
const isShown = (url: RawBuilder<string>): RawBuilder<boolean> => sql`(
  exists (select 1 from users where image = ${url} and deleted_at is null)
  or exists (select 1 from roles where image = ${url})
  or exists (select 1 from events where image = ${url})
  or exists (select 1 from categories where image = ${url} and deleted_at is null)
  or exists (select 1 from posts where images @> array[${url}] and images <> '{}' and deleted_at is null)
  or exists (select 1 from shopping_posts where images @> array[${url}] and images <> '{}'))`

/** Those of some pictures that a record holds, also a deleted one that may be restored; by one partial index each. */
const heldAmong = (db: Db, urls: readonly string[]) =>
  queryColumn(db)`
    with held as (
      select image from users where image = any(${urls}::text[]) and deleted_at is null
      union all select image from users where image = any(${urls}::text[]) and deleted_at is not null
      union all select image from roles where image = any(${urls}::text[])
      union all select image from events where image = any(${urls}::text[])
      union all select image from categories where image = any(${urls}::text[]) and deleted_at is null
      union all select image from categories where image = any(${urls}::text[]) and deleted_at is not null
      union all ${listedIn('posts', urls, sql`deleted_at is null`)}
      union all ${listedIn('posts', urls, sql`deleted_at is not null`)}
      union all ${listedIn('shopping_posts', urls, sql`true`)}
    )
    select distinct image from held`

const listedIn = (table: RecordTable, urls: readonly string[], which: RawBuilder<unknown>) => sql`
  select image from ${sql.table(table)} cross join lateral unnest(images) as image
  where images && ${urls}::text[] and images <> '{}' and image = any(${urls}::text[]) and ${which}`

/** Whether a picture may be seen: not a replaced one, nor that of a deleted person, post or category. */
export async function isPictureInUse(db: Db, url: string): Promise<boolean> {
  return (await queryColumn(db)<boolean>`select ${isShown(sql`${url}`)}`)[0] ?? false
}

/** A person's uploads since a time that no record holds; zero without a look at records below `enough` uploads. */
export async function countUnused(
  db: Db,
  person: string,
  since: Date,
  enough: { files: number; bytes: number },
): Promise<{ files: number; bytes: number }> {
  const all = await queryAll(db)<{ url: string; size: number }>`
    select url, size from uploaded_pictures
    where user_id = ${person} and created_at > ${since.toISOString()}::timestamptz
  `
  const sum = (some: typeof all) => ({
    files: some.length,
    bytes: some.reduce((bytes, { size }) => bytes + size, 0),
  })
  const { files, bytes } = sum(all)
  if (files < enough.files && bytes < enough.bytes) return { files: 0, bytes: 0 }
  const held = new Set(
    await heldAmong(
      db,
      all.map(({ url }) => url),
    ),
  )
  return sum(all.filter(({ url }) => !held.has(url)))
}

/**
 * Sets since when (`now`) no record holds pictures, and deletes the rows of those unused since before `before`.
 * @returns the URLs of deleted rows, whose files can be removed
 */
export async function forgetUnused(db: Db, urls: readonly string[], now: Date, before: Date) {
  return await db.transaction().execute(async (tx) => {
    const held = await heldAmong(tx, urls)
    await sql`
      update uploaded_pictures as u set unused_since =
        case when u.url = any(${held}::text[]) then null else coalesce(u.unused_since, ${now.toISOString()}::timestamptz) end
      where u.url = any(${urls}::text[])
    `.execute(tx)
    return await queryColumn(tx)`
      delete from uploaded_pictures as u
      where u.url = any(${urls}::text[]) and u.unused_since < ${before.toISOString()}::timestamptz
      returning u.url
    `
  })
}

const picturedAreas = (
  ['users', 'roles', 'events', 'categories', 'posts', 'shopping_posts'] as const
).map(auditAreaOf)

/** Pictures that purged records ever had, after an audit entry; `last` is the last entry read, null at the end. */
export async function findPurged(db: Db, since: Date, after: number, limit: number) {
  const rows = await queryAll(db)<{ id: number; urls: string[] }>`
    with purged as materialized (
      select id, record_id from audit_entries
      where area = any(${picturedAreas}) and action = 'purge' and id > ${after}
        and at > ${since.toISOString()}::timestamptz
      order by id limit ${limit}::int
    ), told as materialized (
      select record_id, before, after from audit_entries
      where record_id in (select record_id from purged)
    )
    select purged.id, array(
      select distinct url from told
      cross join lateral (
        select told.before ->> 'image' as url union all select told.after ->> 'image' union all
        select jsonb_array_elements_text(${listOf(sql`told.before -> 'images'`)}) union all
        select jsonb_array_elements_text(${listOf(sql`told.after -> 'images'`)})
      ) as held
      where told.record_id = purged.record_id and url like '/uploads/%'
    ) as urls
    from purged order by purged.id
  `
  return { urls: rows.flatMap(({ urls }) => urls), last: rows.at(-1)?.id ?? null }
}

const listOf = (json: RawBuilder<unknown>) =>
  sql`case when jsonb_typeof(${json}) = 'array' then ${json} else '[]' end`

/** Deletes the rows of pictures that no record holds; returns their URLs, whose files can be removed. */
export async function forgetUnheld(db: Db, urls: readonly string[]): Promise<string[]> {
  const held = new Set(await heldAmong(db, urls))
  const unheld = urls.filter((url) => !held.has(url))
  await sql`delete from uploaded_pictures where url = any(${unheld})`.execute(db)
  return unheld
}
