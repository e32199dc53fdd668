import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'

/** A rate limit: how often something may be tried. */
export interface Limit {
  /** What is counted, and for whom. */
  key: string
  most: number
  minutes: number
}

/** Hours after which no window is open any more. */
const longestWindow = 24

/** An e-mail address as the database compares those of accounts: one text for all spellings of one. */
export async function emailAsCompared(db: Db, email: string): Promise<string> {
  const { rows } = await sql<{ key: string }>`select steward_key(${email}) as key`.execute(db)
  return rows[0]?.key ?? ''
}

/**
 * Adds one to a key in a single statement; a window that is over begins anew.
 * @returns how many there are, and the seconds until the window ends if that is more than may be
 */
export async function addAttempt(
  db: Db,
  { key, most, minutes }: Limit,
): Promise<{ n: number; wait: number }> {
  // A window that begins later than now was begun before the clock was set back.
  const over = sql`(kept.since <= now() - make_interval(mins => ${minutes}::int)
    or kept.since > now() + interval '1 minute')`
  const counted = await sql<{ n: number; seconds: number }>`
    insert into attempts as kept (key) values (${key})
    on conflict (key) do update set
      n = case when ${over} then 1 else kept.n + 1 end,
      since = case when ${over} then now() else kept.since end
    returning n, greatest(1, ceil(extract(epoch from since - now()) + ${minutes * 60}::int))::int as seconds
  `.execute(db)
  const [row] = counted.rows
  const n = row?.n ?? 0
  return { n, wait: n > most ? (row?.seconds ?? 0) : 0 }
}

/** Takes one attempt of a key back. */
export async function subtractAttempt(db: Db, key: string): Promise<void> {
  const less = { n: sql<number>`greatest(n - 1, 0)` }
  await db.updateTable('attempts').set(less).where('key', '=', key).execute()
}

/** Forgets the attempts of a key. */
export async function deleteAttempts(db: Db, key: string): Promise<void> {
  await db.deleteFrom('attempts').where('key', '=', key).execute()
}

/** Forgets the attempts of every key that begins so; the beginning holds no `%` and no `_`. */
export async function deleteAttemptsFrom(db: Db, beginning: string): Promise<void> {
  await db.deleteFrom('attempts').where('key', 'like', `${beginning}%`).execute()
}

/** Forgets the attempts whose window is over, whatever their limit. */
export async function deleteOldAttempts(db: Db): Promise<void> {
  await db
    .deleteFrom('attempts')
    .where('since', '<', sql<string>`now() - make_interval(hours => ${longestWindow})`)
    .execute()
}
