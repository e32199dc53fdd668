import { sql } from 'kysely'
import { generateSecret, generateURI, verifySync } from 'otplib'
import { renderSVG } from 'uqr'
import type { Db } from '../../db/connection/connection.ts'
import type { Secrets } from '../../secrets.ts'

/** For confirming the setup. */
const pendingMinutes = 20

/** One step of a clock, in seconds. */
const drift = 30

/** Steps of 30 seconds; further ahead was before the clock was set back. */
const fromAnotherClock = 10

const contextOf = (user: string) => `totp ${user}`

export const isTotpCode = (text: string): boolean => /^\d{6}$/.test(text)

/** `123 456` → `123456` */
export const plainCode = (text: string): string => text.replaceAll(/[\s-]/g, '')

/** At most one step off; else null. */
function stepOf(secret: string, code: string): number | null {
  if (!isTotpCode(code)) return null
  const result = verifySync({ secret, token: code, epochTolerance: drift })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}

/** The present app stays on until the new one is confirmed. @param issuer shown in the app, as the community's name */
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

/** Uses up the code. @returns false for a wrong code, null where nothing is being set up */
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

/** With all older codes; of many requests, one gets true. */
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

/** @returns whether it was on, or being set up */
export async function removeTotp(tx: Db, user: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('totp')
    .where('user_id', '=', user)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
