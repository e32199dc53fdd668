import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { Failure } from '../../http/failure.ts'
import { networkOf } from './place.ts'

/** A rate limit, in the database for all instances. */
export interface Limit {
  key: string
  max: number
  minutes: number
}

export interface Attempt {
  /** In the window of the first limit, this one included. */
  n: number
  /** Seconds until all windows allow it; 0 where they do. */
  wait: number
  /** It was no failure. */
  takeBack(): Promise<void>
  /** Also drops all counts of a key. */
  forget(key: string): Promise<void>
}

export const perUser = (what: string, user: string, max: number, minutes: number): Limit => ({
  key: `${what}:user:${user}`,
  max,
  minutes,
})

export const perAddress = (what: string, ip: string, max: number, minutes: number): Limit => ({
  key: `${what}:address:${networkOf(ip)}`,
  max,
  minutes,
})

/** By typed e-mail address, and network where `ip` is given. */
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

/** Prefix of all counts of failed sign-ins. */
export const signInKey = (db: Db, email: string): Promise<string> => emailKey(db, 'sign-in', email)

/** By the database's rule for equal addresses; hashed, since anything may be typed. */
async function emailKey(db: Db, what: string, email: string): Promise<string> {
  const { rows } = await sql<{ key: string }>`select steward_key(${email}) as key`.execute(db)
  const compared = rows[0]?.key ?? ''
  return `${what}:email:${createHash('sha256').update(compared).digest('hex')}`
}

/** Counts first, so that many at once can't slip through; a refusal isn't counted. @throws {Failure} `too_many` */
export async function enforceRateLimit(db: Db, ...limits: readonly Limit[]): Promise<Attempt> {
  const attempt = await countAttempt(db, ...limits)
  if (attempt.wait === 0) return attempt
  await attempt.takeBack()
  throw tooManyAttempts(attempt.wait)
}

/** @param retryAfter seconds */
export function tooManyAttempts(retryAfter: number): Failure {
  const minutes = Math.ceil(retryAfter / 60)
  const words = `Too many attempts. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
  return new Failure('too_many', words, { retryAfter })
}

/** Counts and refuses nothing. */
export async function countAttempt(db: Db, ...limits: readonly Limit[]): Promise<Attempt> {
  // The longest window.
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

/** One statement; a window that is over begins anew. */
async function addAttempt(
  db: Db,
  { key, max, minutes }: Limit,
): Promise<Pick<Attempt, 'n' | 'wait'>> {
  // A later start is from before the clock was set back.
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

/** From everywhere: the person has proved themselves otherwise. */
export async function clearSignInFailures(db: Db, email: string): Promise<void> {
  // The key holds no `%` and no `_`.
  await sql`delete from attempts where key like ${`${await signInKey(db, email)}:%`}`.execute(db)
}
