import { sql } from 'kysely'
import { generateSecret, generateURI, verifySync } from 'otplib'
import { renderSVG } from 'uqr'
import type { Db } from '../../db/connection/connection.ts'
import { queryChangesOne, queryExists, queryFirst } from '../../db/connection/query.ts'
import type { SealedColumn } from '../../db/sealed-columns.ts'
import type { Secrets } from '../../secrets.ts'

/** How long a setup can be confirmed, in minutes. */
const pendingMinutes = 20

/** How far the clock of a device may be off, in seconds. */
const drift = 30

/** How many steps of 30 seconds a used code may be ahead; more is from before a clock change. */
const fromAnotherClock = 10

const contextOf = (user: string) => `totp ${user}`

export const isTotpCode = (text: string): boolean => /^\d{6}$/.test(text)

/** Removes blanks and hyphens: `123 456` → `123456`. */
export const plainCode = (text: string): string => text.replaceAll(/[\s-]/g, '')

/** The time step of a code, at most one from now; null for a wrong code. */
function stepOf(secret: string, code: string): number | null {
  if (!isTotpCode(code)) return null
  const result = verifySync({ secret, token: code, epochTolerance: drift })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}

/** Begins a setup and keeps the present app until it is confirmed; `issuer` is shown in the app. */
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

/** Confirms a setup and uses up the code; false for a wrong code, null without a setup. */
export async function confirmTotp(tx: Db, secrets: Secrets, user: string, code: string) {
  const row = await queryFirst(tx)<{ pending: Buffer | null; pending_until: string | null }>`
    select pending, pending_until from totp where user_id = ${user} for update`
  if (!row?.pending || Date.parse(row.pending_until ?? '') <= Date.now()) return null
  const step = stepOf(secrets.unseal(row.pending, contextOf(user)), code)
  if (step === null) return false
  await sql`
    update totp set secret = pending, since = now(), last_step = ${step}, pending = null, pending_until = null
    where user_id = ${user}
  `.execute(tx)
  return true
}

/** Uses up a code and all older ones; true for only one of several requests. */
export async function useTotp(db: Db, secrets: Secrets, user: string, code: string) {
  const row = await queryFirst(db)<{ secret: Buffer | null; since: string | null }>`
    select secret, since from totp where user_id = ${user}`
  const step = row?.secret ? stepOf(secrets.unseal(row.secret, contextOf(user)), code) : null
  if (!row || step === null) return false
  // By the time of its confirmation: the same secret may be encrypted anew meanwhile.
  return await queryChangesOne(db)`
    update totp set last_step = ${step} where user_id = ${user} and since = ${row.since}
      and (last_step < ${step} or last_step > ${step + fromAnotherClock})
  `
}

/** The secrets of apps, confirmed and not yet. */
export const totpSecrets: readonly SealedColumn[] = ['secret', 'pending'].map((column) => ({
  table: 'totp',
  column,
  id: 'user_id',
  contextOf,
}))

/** Whether there is a secret. */
export const hasTotp = (db: Db) => queryExists(db)`select 1 from totp limit 1`

/** Whether one of the secrets opens, or there is none. */
export async function opensTotp(db: Db, secrets: Secrets): Promise<boolean> {
  const row = await queryFirst(db)<{ user_id: string; sealed: Buffer }>`
    select user_id, coalesce(secret, pending) as sealed from totp
    where secret is not null or pending is not null limit 1`
  if (!row) return true
  try {
    secrets.unseal(row.sealed, contextOf(row.user_id))
    return true
  } catch {
    return false
  }
}

/** Removes the app; returns whether there was one or a setup. */
export const removeTotp = (tx: Db, user: string) =>
  queryChangesOne(tx)`delete from totp where user_id = ${user}`
