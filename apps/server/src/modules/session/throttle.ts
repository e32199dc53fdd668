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
 * Notes an attempt to sign in before it is looked at, so that many at once can't slip through.
 * @returns forgets the account's attempts; to be called when this one has succeeded
 * @throws {Failure} `too_many` with the seconds to wait
 */
export async function noteAttempt(db: Db, email: string, ip: string): Promise<() => Promise<void>> {
  const keys = { account: accountKey(email), address: addressKey(ip) }
  const since = sql<string>`now() - make_interval(secs => ${windowSeconds})`
  await db.deleteFrom('failed_attempts').where('at', '<', since).execute()
  await db
    .insertInto('failed_attempts')
    .values([{ key: keys.account }, { key: keys.address }])
    .execute()
  const wait = await secondsToWait(db, [
    { key: keys.account, most: mostAnAccount },
    { key: keys.address, most: mostAnAddress },
  ])
  if (wait > 0) {
    const minutes = Math.ceil(wait / 60)
    throw new Failure(
      'too_many',
      `Too many attempts. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
      { retryAfter: wait },
    )
  }
  return async () => {
    await db.deleteFrom('failed_attempts').where('key', '=', keys.account).execute()
    await sql`
      delete from failed_attempts where ctid in (
        select ctid from failed_attempts where key = ${keys.address} order by at desc limit 1
      )`.execute(db)
  }
}

/** Seconds until every key is below its limit again; 0 where all are. */
async function secondsToWait(db: Db, limits: { key: string; most: number }[]): Promise<number> {
  let wait = 0
  for (const { key, most } of limits) {
    const found = await sql<{ seconds: number }>`
      select ceil(extract(epoch from at - now()) + ${windowSeconds})::int as seconds
      from failed_attempts where key = ${key}
      order by at desc offset ${sql.lit(most)} limit 1
    `.execute(db)
    wait = Math.max(wait, found.rows[0]?.seconds ?? 0)
  }
  return wait
}
