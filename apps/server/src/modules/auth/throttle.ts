import { createHash } from 'node:crypto'
import type { Db } from '../../db/connection/connection.ts'
import { Failure } from '../../http/failure.ts'
import { networkOf } from './network.ts'
import {
  addAttempt,
  deleteAttempts,
  deleteAttemptsFrom,
  deleteOldAttempts,
  emailAsCompared,
  type Limit,
  subtractAttempt,
} from './throttle.store.ts'

// Rate limits: attempts are counted in the database, so they hold on every instance.

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
  const hash = createHash('sha256')
    .update(await emailAsCompared(db, email))
    .digest('hex')
  return `${what}:email:${hash}`
}

/**
 * Counts an attempt before it is looked at, so that many at once can't slip through. One that comes
 * too early is not counted, neither here nor under the other keys.
 * @throws {Failure} `too_many` with the seconds to wait
 */
export async function enforceRateLimit(db: Db, limits: readonly Limit[]): Promise<Attempt> {
  const attempt = await countAttempt(db, limits)
  const { wait } = attempt
  if (wait === 0) return attempt
  await attempt.takeBack()
  throw tooManyAttempts(wait)
}

/** @param retryAfter seconds to wait */
export function tooManyAttempts(retryAfter: number): Failure {
  const minutes = Math.ceil(retryAfter / 60)
  return new Failure(
    'too_many',
    `Too many attempts. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { retryAfter },
  )
}

/** Counts an attempt and refuses nothing: what too many of them lead to is up to the caller. */
export async function countAttempt(db: Db, limits: readonly Limit[]): Promise<Attempt> {
  await deleteOldAttempts(db)
  const takeBack = async () => {
    for (const { key } of limits) await subtractAttempt(db, key)
  }
  const counted: { n: number; wait: number }[] = []
  for (const limit of limits) counted.push(await addAttempt(db, limit))
  return {
    n: counted[0]?.n ?? 0,
    wait: Math.max(0, ...counted.map(({ wait }) => wait)),
    takeBack,
    forget: async (key) => {
      await takeBack()
      await deleteAttempts(db, key)
    },
  }
}

/** Forgets the failed sign-ins of an account from everywhere: its person has proved themselves otherwise. */
export async function clearSignInFailures(db: Db, email: string): Promise<void> {
  await deleteAttemptsFrom(db, `${await signInKey(db, email)}:`)
}
