import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { Failure } from '../../http/failure.ts'
import { networkOf } from './place.ts'

/** A rate limit: how often something may be tried. Counted in the database, so that it holds on every instance. */
export interface Limit {
  /** What is counted, and for whom. */
  key: string
  max: number
  minutes: number
}

/** An attempt that has been counted. */
export interface Attempt {
  /** How many there have been in the window of the first limit, this one included. */
  n: number
  /** Seconds until the windows end in which there are more than may be; 0 where there are not. */
  wait: number
  /** Takes it back: it was no failure. */
  takeBack(): Promise<void>
  /** Takes it back, and every attempt that counted under a key with it. */
  forget(key: string): Promise<void>
}

/** A limit for an account. */
export const perUser = (what: string, user: string, max: number, minutes: number): Limit => ({
  key: `${what}:user:${user}`,
  max,
  minutes,
})

/** A limit for the address that a request came from. */
export const perAddress = (what: string, ip: string, max: number, minutes: number): Limit => ({
  key: `${what}:address:${networkOf(ip)}`,
  max,
  minutes,
})

/** A limit for an e-mail address that somebody typed, and the network that they typed it from where `ip` is given. */
export async function perEmail(
  db: Db,
  what: string,
  { email, ip }: { email: string; ip?: string },
  max: number,
  minutes: number,
): Promise<Limit> {
  const key = await emailKey(db, what, email)
  return { key: ip === undefined ? key : `${key}:${networkOf(ip)}`, max, minutes }
}

/** Begins the key of every count of failed sign-ins of an e-mail address that somebody typed. */
export const signInKey = (db: Db, email: string): Promise<string> => emailKey(db, 'sign-in', email)

/**
 * What counts as the same address is the database's own rule for accounts, so that no spelling has a
 * count of its own. Kept as a hash: what people type need not be ours.
 */
async function emailKey(db: Db, what: string, email: string): Promise<string> {
  const { rows } = await sql<{ key: string }>`select steward_key(${email}) as key`.execute(db)
  const compared = rows[0]?.key ?? ''
  return `${what}:email:${createHash('sha256').update(compared).digest('hex')}`
}

/**
 * Counts an attempt before it is looked at, so that many at once can't slip through. One that comes
 * too early is not counted, neither here nor under the other keys.
 * @throws {Failure} `too_many` with the seconds to wait
 */
export async function enforceRateLimit(db: Db, ...limits: readonly Limit[]): Promise<Attempt> {
  const attempt = await countAttempt(db, ...limits)
  if (attempt.wait === 0) return attempt
  await attempt.takeBack()
  throw tooManyAttempts(attempt.wait)
}

/** @param retryAfter seconds to wait */
export function tooManyAttempts(retryAfter: number): Failure {
  const minutes = Math.ceil(retryAfter / 60)
  const words = `Too many attempts. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
  return new Failure('too_many', words, { retryAfter })
}

/** Counts an attempt and refuses nothing: what too many of them lead to is up to the caller. */
export async function countAttempt(db: Db, ...limits: readonly Limit[]): Promise<Attempt> {
  // No window is longer than a day.
  await sql`delete from attempts where since < now() - interval '24 hours'`.execute(db)
  const counted: { n: number; wait: number }[] = []
  for (const limit of limits) counted.push(await addAttempt(db, limit))
  const takeBack = async () => {
    for (const { key } of limits) {
      await sql`update attempts set n = greatest(n - 1, 0) where key = ${key}`.execute(db)
    }
  }
  return {
    n: counted[0]?.n ?? 0,
    wait: Math.max(0, ...counted.map(({ wait }) => wait)),
    takeBack,
    forget: async (key) => {
      await takeBack()
      await sql`delete from attempts where key = ${key}`.execute(db)
    },
  }
}

/** Adds one to a key in a single statement; a window that is over begins anew. */
async function addAttempt(
  db: Db,
  { key, max, minutes }: Limit,
): Promise<Pick<Attempt, 'n' | 'wait'>> {
  // A window that begins later than now was begun before the clock was set back.
  const over = sql`(kept.since <= now() - make_interval(mins => ${minutes}::int)
    or kept.since > now() + interval '1 minute')`
  const { rows } = await sql<{ n: number; seconds: number }>`
    insert into attempts as kept (key) values (${key})
    on conflict (key) do update set
      n = case when ${over} then 1 else kept.n + 1 end,
      since = case when ${over} then now() else kept.since end
    returning n, greatest(1, ceil(extract(epoch from since - now()) + ${minutes * 60}::int))::int as seconds
  `.execute(db)
  const { n, seconds } = rows[0] ?? { n: 0, seconds: 0 }
  return { n, wait: n > max ? seconds : 0 }
}

/** Forgets the failed sign-ins of an account from everywhere: its person has proved themselves otherwise. */
export async function clearSignInFailures(db: Db, email: string): Promise<void> {
  // The key holds no `%` and no `_`.
  await sql`delete from attempts where key like ${`${await signInKey(db, email)}:%`}`.execute(db)
}
