import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'

/** Whom a mailed code is for, and from where it is good. */
export interface CodePlace {
  user: string
  place: Buffer
}

/** Minutes that a code works, and how often one may be tried. */
export const codeMinutes = 10
const maxTries = 5

/** Whether somebody has been mailed a code that still works. */
export async function hasCode(db: Db, { user, place }: CodePlace): Promise<boolean> {
  const found = await sql`
    select from sign_in_codes where user_id = ${user} and place_hash = ${place}
      and expires_at > now() and tries < ${maxTries}
  `.execute(db)
  return found.rows.length > 0
}

/**
 * Keeps a code, in place of one that no longer works.
 * @returns whether it did: of many at once one does
 */
export async function keepCode(db: Db, { user, place }: CodePlace, hash: Buffer): Promise<boolean> {
  await db.deleteFrom('sign_in_codes').where('expires_at', '<=', sql<string>`now()`).execute()
  const kept = await sql`
    insert into sign_in_codes as kept (user_id, place_hash, code_hash, expires_at)
    values (${user}, ${place}, ${hash}, now() + make_interval(mins => ${codeMinutes}::int))
    on conflict (user_id, place_hash) do update
      set code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0
      where kept.expires_at <= now() or kept.tries >= ${maxTries}
    returning 1
  `.execute(db)
  return kept.rows.length > 0
}

/**
 * Tries a code; the right one is used up: of many requests with it one gets it.
 * @returns `dead` where no code works, or none any more after this wrong one
 */
export async function tryCode(
  db: Db,
  { user, place }: CodePlace,
  hash: Buffer,
): Promise<'right' | 'wrong' | 'dead'> {
  const tried = await sql<{ code_hash: Buffer; tries: number }>`
    update sign_in_codes set tries = tries + 1
    where user_id = ${user} and place_hash = ${place} and expires_at > now() and tries < ${maxTries}
    returning code_hash, tries
  `.execute(db)
  const [row] = tried.rows
  if (!row) return 'dead'
  if (!timingSafeEqual(row.code_hash, hash)) return row.tries < maxTries ? 'wrong' : 'dead'
  const used = await db
    .deleteFrom('sign_in_codes')
    .where('user_id', '=', user)
    .where('place_hash', '=', place)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return Number(used.numDeletedRows) === 1 ? 'right' : 'dead'
}
