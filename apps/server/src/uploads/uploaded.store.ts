import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connection/connection.ts'
import { queryAll, queryColumn, queryFirst } from '../db/connection/query.ts'
import type { Tables } from '../db/schema/tables.ts'
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

/** Whether a record holds the picture, also a deleted one that may be restored; one partial index each. */
const isHeld = (url: RawBuilder<string>): RawBuilder<boolean> => sql`(
  ${isShown(url)}
  or exists (select 1 from users where image = ${url} and deleted_at is not null)
  or exists (select 1 from categories where image = ${url} and deleted_at is not null)
  or exists (select 1 from posts where images @> array[${url}] and images <> '{}' and deleted_at is not null))`

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
  const all = await count(db, person, since, sql`true`)
  if (all.files < enough.files && all.bytes < enough.bytes) return { files: 0, bytes: 0 }
  return await count(db, person, since, sql`not ${isHeld(sql`u.url`)}`)
}

async function count(db: Db, person: string, since: Date, which: RawBuilder<unknown>) {
  const counted = await queryFirst(db)<{ files: number; bytes: number }>`
    select count(*)::int as files, coalesce(sum(u.size), 0)::bigint as bytes
    from uploaded_pictures as u
    where u.user_id = ${person} and u.created_at > ${since.toISOString()}::timestamptz and ${which}
  `
  return counted ?? { files: 0, bytes: 0 }
}

/**
 * Sets since when (`now`) no record holds pictures, and deletes the rows of those unused since before `before`.
 * @returns the URLs of deleted rows, whose files can be removed
 */
export async function forgetUnused(db: Db, urls: readonly string[], now: Date, before: Date) {
  return await db.transaction().execute(async (tx) => {
    await sql`
      update uploaded_pictures as u set unused_since =
        case when ${isHeld(sql`u.url`)} then null else coalesce(u.unused_since, ${now.toISOString()}::timestamptz) end
      where u.url = any(${urls})
    `.execute(tx)
    return await queryColumn(tx)`
      delete from uploaded_pictures as u
      where u.url = any(${urls}) and u.unused_since < ${before.toISOString()}::timestamptz
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
    select purged.id, array(
      select distinct url from audit_entries as entry
      cross join lateral (
        select entry.before ->> 'image' as url union all select entry.after ->> 'image' union all
        select jsonb_array_elements_text(${listOf(sql`entry.before -> 'images'`)}) union all
        select jsonb_array_elements_text(${listOf(sql`entry.after -> 'images'`)})
      ) as held
      where entry.record_id = purged.record_id and url like '/uploads/%'
    ) as urls
    from audit_entries as purged
    where purged.area = any(${picturedAreas}) and purged.action = 'purge' and purged.id > ${after}
      and purged.at > ${since.toISOString()}::timestamptz
    order by purged.id limit ${limit}::int
  `
  return { urls: rows.flatMap(({ urls }) => urls), last: rows.at(-1)?.id ?? null }
}

const listOf = (json: RawBuilder<unknown>) =>
  sql`case when jsonb_typeof(${json}) = 'array' then ${json} else '[]' end`

/** Deletes the rows of pictures that no record holds; returns their URLs, whose files can be removed. */
export async function forgetUnheld(db: Db, urls: readonly string[]): Promise<string[]> {
  const unheld = await queryColumn(db)`
    select url from unnest(${urls}::text[]) as u (url) where not ${isHeld(sql`u.url`)}
  `
  await sql`delete from uploaded_pictures where url = any(${unheld})`.execute(db)
  return unheld
}
