import { sql } from 'kysely'
import { generateSecret, generateURI, verifySync } from 'otplib'
import { renderSVG } from 'uqr'
import type { Db } from '../../db/connection/connection.ts'
import type { Secrets } from '../../secrets.ts'

/** Minutes for which a code of an app that is being set up can be confirmed. */
const pendingMinutes = 20

/** Seconds that a clock may be off, either way: one step. */
const drift = 30

/** Steps (of 30 seconds) by which none is ahead of another but where the clock was set back between them. */
const fromAnotherClock = 10

const contextOf = (user: string) => `totp ${user}`

/** Whether a text looks like a code of an app. */
export const isTotpCode = (text: string): boolean => /^\d{6}$/.test(text)

/** A code as people type it: `123 456`. */
export const plainCode = (text: string): string => text.replaceAll(/[\s-]/g, '')

/** The step of a code that is right now, one step off at the most; null for any other. */
function stepOf(secret: string, code: string): number | null {
  if (!isTotpCode(code)) return null
  const result = verifySync({ secret, token: code, epochTolerance: drift })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}

/**
 * Begins to set up codes of an app. What is on stays on until the new one is confirmed.
 * @param issuer what the app calls the account's place, such as the community's name
 */
export async function startTotp(
  db: Db,
  secrets: Secrets,
  user: string,
  { issuer, label }: { issuer: string; label: string },
): Promise<{ key: string; uri: string; qr: string }> {
  const key = generateSecret()
  const set = {
    pending: secrets.seal(key, contextOf(user)),
    pending_until: new Date(Date.now() + pendingMinutes * 60_000).toISOString(),
  }
  await db
    .insertInto('totp')
    .values({ user_id: user, ...set })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(set))
    .execute()
  const uri = generateURI({ issuer, label, secret: key })
  const svg = renderSVG(uri, { border: 2 })
  return { key, uri, qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` }
}

/**
 * Turns on the codes that are being set up; the one that confirms them is used up.
 * @returns false for a code that is not theirs, null where none are being set up
 */
export async function confirmTotp(
  tx: Db,
  secrets: Secrets,
  user: string,
  code: string,
): Promise<boolean | null> {
  const row = await tx
    .selectFrom('totp')
    .select(['pending', 'pending_until'])
    .where('user_id', '=', user)
    .forUpdate()
    .executeTakeFirst()
  if (!row?.pending || Date.parse(row.pending_until ?? '') <= Date.now()) return null
  const step = stepOf(secrets.unseal(row.pending, contextOf(user)), code)
  if (step === null) return false
  await sql`
    update totp set secret = pending, since = now(), last_step = ${step}, pending = null, pending_until = null
    where user_id = ${user}
  `.execute(tx)
  return true
}

/** Uses a code up, and every older one with it: of many requests with the same one, one gets true. */
export async function useTotp(
  db: Db,
  secrets: Secrets,
  user: string,
  code: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('totp')
    .select('secret')
    .where('user_id', '=', user)
    .executeTakeFirst()
  const step = row?.secret ? stepOf(secrets.unseal(row.secret, contextOf(user)), code) : null
  if (!row || step === null) return false
  const { numAffectedRows } = await sql`
    update totp set last_step = ${step} where user_id = ${user} and secret = ${row.secret}
      and (last_step < ${step} or last_step > ${step + fromAnotherClock})
  `.execute(db)
  return numAffectedRows === 1n
}

/** Turns codes of an app off. @returns whether they were on, or being set up */
export async function removeTotp(tx: Db, user: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('totp')
    .where('user_id', '=', user)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
