import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connection/connection.ts'
import { auditAreaOf } from '../db/write/audit-lines.ts'

/** A file of a picture as the database knows it; `size` in bytes. */
export interface UploadedPicture {
  url: string
  userId: string | null
  size: number
  createdAt: Date
}

/** Notes pictures whose files are kept; what is known already stays as it is. */
export async function noteUploaded(db: Db, pictures: readonly UploadedPicture[]): Promise<void> {
  if (pictures.length === 0) return
  await db
    .insertInto('uploaded_pictures')
    .values(
      pictures.map(({ url, userId, size, createdAt }) => ({
        url,
        user_id: userId,
        size,
        created_at: createdAt.toISOString(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Forgets a picture whose file is gone. */
export async function forgetUploaded(db: Db, url: string): Promise<void> {
  await db.deleteFrom('uploaded_pictures').where('url', '=', url).execute()
}

/**
 * Whether a record holds a picture, also one that is deleted and may be restored. Spelled as the
 * partial indexes of deleted records and of the others are.
 */
const isHeld = (url: RawBuilder<string>): RawBuilder<boolean> => sql<boolean>`(
  exists (select from users where image = ${url} and deleted_at is null)
  or exists (select from users where image = ${url} and deleted_at is not null)
  or exists (select from roles where image = ${url})
  or exists (select from events where image = ${url})
  or exists (select from categories where image = ${url} and deleted_at is null)
  or exists (select from categories where image = ${url} and deleted_at is not null)
  or exists (select from posts where images @> array[${url}] and images <> '{}' and deleted_at is null)
  or exists (select from posts where images @> array[${url}] and images <> '{}' and deleted_at is not null)
  or exists (select from shopping_posts where images @> array[${url}] and images <> '{}'))`

/**
 * How many pictures a person has uploaded since a time that no record holds any more, and their
 * bytes.
 * @param enough the records are not looked at where there are fewer uploads than that altogether
 */
export async function countUnused(
  db: Db,
  person: string,
  since: Date,
  enough: { files: number; bytes: number },
): Promise<{ files: number; bytes: number }> {
  const all = await count(db, person, since, sql<boolean>`true`)
  if (all.files < enough.files && all.bytes < enough.bytes) return { files: 0, bytes: 0 }
  return await count(db, person, since, sql<boolean>`not ${isHeld(sql<string>`u.url`)}`)
}

async function count(db: Db, person: string, since: Date, which: RawBuilder<boolean>) {
  const { rows } = await sql<{ files: number; bytes: number }>`
    select count(*)::int as files, coalesce(sum(u.size), 0)::bigint as bytes
    from uploaded_pictures as u
    where u.user_id = ${person} and u.created_at > ${since.toISOString()}::timestamptz and ${which}
  `.execute(db)
  return rows[0] ?? { files: 0, bytes: 0 }
}

/**
 * Notes of pictures since when no record holds them, and forgets those that none has held for long.
 * @param urls which pictures; the files of one server
 * @param now since when those count that are found unused
 * @param before those that have been unused since before then are forgotten
 * @returns the URLs that were forgotten, whose files can go
 */
export async function forgetUnused(
  db: Db,
  urls: readonly string[],
  now: Date,
  before: Date,
): Promise<string[]> {
  const held = isHeld(sql<string>`u.url`)
  return await db.transaction().execute(async (tx) => {
    await sql`
      update uploaded_pictures as u
      set unused_since = case when ${held} then null else coalesce(u.unused_since, ${now.toISOString()}::timestamptz) end
      where u.url = any(${urls})
    `.execute(tx)
    const { rows } = await sql<{ url: string }>`
      delete from uploaded_pictures as u
      where u.url = any(${urls}) and u.unused_since < ${before.toISOString()}::timestamptz
      returning u.url
    `.execute(tx)
    return rows.map(({ url }) => url)
  })
}

/**
 * Pictures of records that were deleted for good, also those that they had before: nothing brings
 * them back.
 * @param after the entry of the audit log after which it is looked
 * @returns URLs, and the last entry that was looked at; null where there is no more
 */
export async function findPurged(
  db: Db,
  since: Date,
  after: number,
  limit: number,
): Promise<{ urls: string[]; last: number | null }> {
  const areas = picturedTables.map(auditAreaOf)
  const { rows } = await sql<{ id: number; urls: string[] }>`
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
    where purged.area = any(${areas}) and purged.action = 'purge' and purged.id > ${after}
      and purged.at > ${since.toISOString()}::timestamptz
    order by purged.id limit ${limit}::int
  `.execute(db)
  return { urls: rows.flatMap(({ urls }) => urls), last: rows.at(-1)?.id ?? null }
}

const picturedTables = [
  'users',
  'roles',
  'events',
  'categories',
  'posts',
  'shopping_posts',
] as const

const listOf = (json: RawBuilder<unknown>) =>
  sql`case when jsonb_typeof(${json}) = 'array' then ${json} else '[]' end`

/** Forgets those of some pictures that no record holds. @returns their URLs, whose files can go */
export async function forgetUnheld(db: Db, urls: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ url: string }>`
    select url from unnest(${urls}::text[]) as u (url) where not ${isHeld(sql<string>`u.url`)}
  `.execute(db)
  const unheld = rows.map(({ url }) => url)
  await sql`delete from uploaded_pictures where url = any(${unheld})`.execute(db)
  return unheld
}
