import { generateSecret, generateURI, verifySync } from 'otplib'
import { renderSVG } from 'uqr'
import type { Db } from '../../db/connection/connection.ts'
import type { Secrets } from '../../secrets.ts'
import {
  activateTotp,
  advanceTotp,
  findTotpSecret,
  keepPendingTotp,
  lockPendingTotp,
} from './totp.store.ts'

/** Minutes for which a code of an app that is being set up can be confirmed. */
const pendingMinutes = 20

/** Seconds that a clock may be off, either way: one step. */
const drift = 30

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
  const pending = secrets.seal(key, contextOf(user))
  const until = new Date(Date.now() + pendingMinutes * 60_000).toISOString()
  await keepPendingTotp(db, user, { pending, until })
  const uri = generateURI({ issuer, label, secret: key })
  const svg = renderSVG(uri, { border: 2 })
  return { key, uri, qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` }
}

/**
 * Turns on the codes that are being set up.
 * @returns false for a code that is not theirs, null where none are being set up
 */
export async function confirmTotp(
  tx: Db,
  secrets: Secrets,
  user: string,
  code: string,
): Promise<boolean | null> {
  const row = await lockPendingTotp(tx, user)
  if (!row?.pending || Date.parse(row.pending_until ?? '') <= Date.now()) return null
  const step = stepOf(secrets.unseal(row.pending, contextOf(user)), code)
  if (step === null) return false
  await activateTotp(tx, user, { secret: row.pending, step })
  return true
}

/**
 * Uses a code up. A code works once: of many requests with it one gets it, and an older code is
 * dead with it.
 */
export async function useTotp(
  db: Db,
  secrets: Secrets,
  user: string,
  code: string,
): Promise<boolean> {
  const secret = await findTotpSecret(db, user)
  if (!secret) return false
  const step = stepOf(secrets.unseal(secret, contextOf(user)), code)
  return step !== null && (await advanceTotp(db, user, { secret, step }))
}
