import { createHash } from 'node:crypto'
import { say } from '@steward/i18n/sentence'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryColumn, queryFirst } from '../../db/connection/query.ts'
import { Failure } from '../../http/failure.ts'
import { networkOf } from './sign-in-origin.ts'

/** A rate limit, counted in the database for all instances. */
export interface Limit {
  key: string
  max: number
  minutes: number
}

export interface Attempt {
  /** How many attempts are in the window of the first limit, including this one. */
  n: number
  /** Seconds until all limits allow an attempt; 0 where they do. */
  wait: number
  /** Removes this attempt from the count. */
  uncount(): Promise<void>
  /** Removes this attempt and all counts of a key. */
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

/** A limit by typed e-mail address, and by network where `ip` is given. */
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

/** The prefix of all counts of failed sign-ins of an address. */
export const signInKey = (db: Db, email: string): Promise<string> => emailKey(db, 'sign-in', email)

/** A hashed key for an e-mail address, equal for addresses that the database treats as equal. */
async function emailKey(db: Db, what: string, email: string): Promise<string> {
  const [compared = ''] = await queryColumn(db)`select steward_key(${email})`
  return `${what}:email:${createHash('sha256').update(compared).digest('hex')}`
}

/** Counts an attempt, removed again if refused; throws a Failure `too_many` beyond a limit. */
export async function enforceRateLimit(db: Db, ...limits: readonly Limit[]): Promise<Attempt> {
  const attempt = await countAttempt(db, ...limits)
  if (attempt.wait === 0) return attempt
  await attempt.uncount()
  throw tooManyAttempts(attempt.wait)
}

/** The failure of too many attempts; `retryAfter` is in seconds. */
export function tooManyAttempts(retryAfter: number): Failure {
  const minutes = Math.ceil(retryAfter / 60)
  const said = say(
    'Too many attempts. Please try again in {minutes, plural, one {a minute} other {# minutes}}.',
    { minutes },
  )
  return new Failure('too_many', said, { retryAfter })
}

/** Counts an attempt without refusing it. */
export async function countAttempt(db: Db, ...limits: readonly Limit[]): Promise<Attempt> {
  // The longest window of all limits is 24 hours.
  await sql`delete from attempts where since < now() - interval '24 hours'`.execute(db)
  const counted: { n: number; wait: number }[] = []
  for (const limit of limits) counted.push(await addAttempt(db, limit))
  const uncount = async () => {
    for (const { key } of limits) {
      await sql`update attempts set n = greatest(n - 1, 0) where key = ${key}`.execute(db)
    }
  }
  return {
    n: counted[0]?.n ?? 0,
    wait: Math.max(0, ...counted.map(({ wait }) => wait)),
    uncount,
    forget: async (key) => {
      await uncount()
      await sql`delete from attempts where key = ${key}`.execute(db)
    },
  }
}

/** Adds an attempt in one statement; restarts a window that is over. */
async function addAttempt(db: Db, { key, max, minutes }: Limit) {
  // A start in the future dates from before the clock was set back.
  const over = sql`(kept.since <= now() - make_interval(mins => ${minutes}::int)
    or kept.since > now() + interval '1 minute')`
  const added = await queryFirst(db)<{ n: number; seconds: number }>`
    insert into attempts as kept (key) values (${key})
    on conflict (key) do update set
      n = case when ${over} then 1 else kept.n + 1 end,
      since = case when ${over} then now() else kept.since end
    returning n, greatest(1, ceil(extract(epoch from since - now()) + ${minutes * 60}::int))::int as seconds
  `
  const { n, seconds } = added ?? { n: 0, seconds: 0 }
  return { n, wait: n > max ? seconds : 0 }
}

/** Deletes all failed sign-ins of an address, after the person has proved themselves otherwise. */
export async function clearSignInFailures(db: Db, email: string): Promise<void> {
  // The key contains no `%` or `_`, so it needs no escaping.
  await sql`delete from attempts where key like ${`${await signInKey(db, email)}:%`}`.execute(db)
}
