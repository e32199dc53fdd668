import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import { Failure } from '../../http/failure.ts'

const windowSeconds = 15 * 60

/** Failures that an account and an address may have in a window (contract, Calls). */
const mostAnAccount = 10
const mostAnAddress = 100

/** An account by its address, as a hash: what people type here need not be an address of ours. */
const accountKey = (email: string) =>
  `account:${createHash('sha256').update(email.normalize('NFKC').toLowerCase()).digest('hex')}`

/** An IPv6 network of 64 bits counts as one address, since one person has all of it. */
const addressKey = (ip: string) =>
  `address:${ip.includes(':') && !ip.startsWith('::ffff:') ? ip.split(':').slice(0, 4).join(':') : ip}`

/**
 * Counts an attempt to sign in before it is looked at, so that many at once can't slip through.
 * @returns takes the count back; to be called when the attempt has succeeded
 * @throws {Failure} `too_many` with the seconds to wait
 */
export async function countAttempt(
  db: Db,
  email: string,
  ip: string,
): Promise<() => Promise<void>> {
  const account = accountKey(email)
  const address = addressKey(ip)
  await db
    .deleteFrom('attempts')
    .where('since', '<', sql<string>`now() - make_interval(secs => ${windowSeconds})`)
    .execute()
  const wait = Math.max(
    await count(db, account, mostAnAccount),
    await count(db, address, mostAnAddress),
  )
  if (wait > 0) {
    const minutes = Math.ceil(wait / 60)
    throw new Failure(
      'too_many',
      `Too many attempts. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
      { retryAfter: wait },
    )
  }
  return async () => {
    await db.deleteFrom('attempts').where('key', '=', account).execute()
    await db.updateTable('attempts').set({ n: sql`n - 1` }).where('key', '=', address).execute()
  }
}

/**
 * Adds one to a key in a single statement.
 * @returns the seconds until its window ends if that is more than it may have, else 0
 */
async function count(db: Db, key: string, most: number): Promise<number> {
  const counted = await sql<{ n: number; seconds: number }>`
    insert into attempts as kept (key) values (${key})
    on conflict (key) do update set n = kept.n + 1
    returning n, greatest(1, ceil(extract(epoch from since - now()) + ${windowSeconds}))::int as seconds
  `.execute(db)
  const [row] = counted.rows
  return row && row.n > most ? row.seconds : 0
}
