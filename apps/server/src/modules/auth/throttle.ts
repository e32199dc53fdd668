import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import { Failure } from '../../http/failure.ts'
import { networkOf } from './network.ts'

/** How often something may be tried. */
export interface Limit {
  /** What is counted, and for whom. */
  key: string
  most: number
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

/** A limit for an e-mail address that somebody typed, known or not, however it is spelled. */
export async function perEmail(
  db: Db,
  what: string,
  email: string,
  most: number,
  minutes: number,
): Promise<Limit> {
  return { key: await emailKey(db, what, email), most, minutes }
}

/** A limit for an account. */
export const perUser = (what: string, user: string, most: number, minutes: number): Limit => ({
  key: `${what}:user:${user}`,
  most,
  minutes,
})

/** A limit for the address that a request came from. */
export const perAddress = (what: string, ip: string, most: number, minutes: number): Limit => ({
  key: `${what}:address:${networkOf(ip)}`,
  most,
  minutes,
})

/** A limit for an e-mail address that somebody typed and the network that they typed it from. */
export async function perEmailAndAddress(
  db: Db,
  what: string,
  { email, ip }: { email: string; ip: string },
  most: number,
  minutes: number,
): Promise<Limit> {
  return { key: `${await emailKey(db, what, email)}:${networkOf(ip)}`, most, minutes }
}

/** Begins the key of every count of failed sign-ins of an e-mail address that somebody typed. */
export const signInKey = (db: Db, email: string): Promise<string> => emailKey(db, 'sign-in', email)

/**
 * What counts as the same address is the database's own rule for accounts, so no spelling that
 * reaches an account has a count of its own. Kept as a hash: what people type need not be ours.
 */
async function emailKey(db: Db, what: string, email: string): Promise<string> {
  const { rows } = await sql<{ key: string }>`select steward_key(${email}) as key`.execute(db)
  const hash = createHash('sha256')
    .update(rows[0]?.key ?? '')
    .digest('hex')
  return `${what}:email:${hash}`
}

/** Hours after which no window is open any more. */
const longestWindow = 24

/**
 * Counts an attempt before it is looked at, so that many at once can't slip through. One that comes
 * too early is not counted, neither here nor under the other keys.
 * @throws {Failure} `too_many` with the seconds to wait
 */
export async function countAttempt(db: Db, limits: readonly Limit[]): Promise<Attempt> {
  const attempt = await tally(db, limits)
  const { wait } = attempt
  if (wait > 0) {
    await attempt.takeBack()
    const minutes = Math.ceil(wait / 60)
    throw new Failure(
      'too_many',
      `Too many attempts. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
      { retryAfter: wait },
    )
  }
  return attempt
}

/** Counts an attempt and refuses nothing: what too many of them lead to is up to the caller. */
export async function tally(db: Db, limits: readonly Limit[]): Promise<Attempt> {
  await db
    .deleteFrom('attempts')
    .where('since', '<', sql<string>`now() - make_interval(hours => ${longestWindow})`)
    .execute()
  const takeBack = async () => {
    for (const { key } of limits) {
      const less = { n: sql<number>`greatest(n - 1, 0)` }
      await db.updateTable('attempts').set(less).where('key', '=', key).execute()
    }
  }
  const counted: { n: number; wait: number }[] = []
  for (const limit of limits) counted.push(await count(db, limit))
  return {
    n: counted[0]?.n ?? 0,
    wait: Math.max(0, ...counted.map(({ wait }) => wait)),
    takeBack,
    forget: async (key) => {
      await takeBack()
      await db.deleteFrom('attempts').where('key', '=', key).execute()
    },
  }
}

/**
 * Adds one to a key in a single statement; a window that is over begins anew.
 * @returns how many there are, and the seconds until the window ends if that is more than may be
 */
async function count(db: Db, { key, most, minutes }: Limit): Promise<{ n: number; wait: number }> {
  const over = sql`kept.since <= now() - make_interval(mins => ${minutes}::int)`
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

/** Forgets the failed sign-ins of an account from everywhere: its person has proved themselves otherwise. */
export async function forgetSignIns(db: Db, email: string): Promise<void> {
  const key = await signInKey(db, email)
  await db.deleteFrom('attempts').where('key', 'like', `${key}:%`).execute()
}
