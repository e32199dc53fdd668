import { sql } from 'kysely'
import type { Db } from '../db/connection/connection.ts'

/**
 * Whether a record that is there shows a picture. One that was replaced or taken away is in use no
 * more, nor is that of a person, post or category that has been deleted; what brings the record
 * back brings its picture back too.
 * @param url as the record has it, such as `/uploads/3f….webp`
 */
export async function isPictureInUse(db: Db, url: string): Promise<boolean> {
  const found = await sql<{ used: boolean }>`
    select exists (select from users where image = ${url} and deleted_at is null)
      or exists (select from roles where image = ${url})
      or exists (select from events where image = ${url})
      or exists (select from categories where image = ${url} and deleted_at is null)
      or exists (select from posts where images @> array[${url}] and images <> '{}' and deleted_at is null)
      or exists (select from shopping_posts where images @> array[${url}] and images <> '{}') as used
  `.execute(db)
  return found.rows[0]?.used ?? false
}
