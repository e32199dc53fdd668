import { createHmac, randomBytes } from 'node:crypto'
import type { AuditAction, AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import { sending, type Webhook } from '@steward/contract/webhooks/webhooks'

/** How long a try may take, and a server keeps a delivery to itself: longer, so that no other sends it meanwhile. */
export const sendMs = sending.answerSeconds * 1_000
export const claimMs = sendMs + 5_000

/** How many events of a webhook are sent at a time, and after how many failures in a row only one. */
export const slots = { max: 4, failuresUntilOne: 5 } as const

/** How many events of a webhook may wait before no more is read from the audit log for it. */
export const maxWaiting = 1_000

/** How many tries of a delivery are kept in its log. */
export const maxAttemptsKept = 20

/** How much of an answer is kept, in bytes. */
export const maxAnswerBytes = 1_024

/** The largest event, in bytes; of a larger one the fields are left out. */
export const maxEventBytes = 256 * 1024

/** For how long an event is tried, in milliseconds. */
export const tryingMs = sending.tryingDays * 86_400_000

const [second, minute, hour] = [1_000, 60_000, 3_600_000]

/** The pauses between tries (exponential backoff; the jitter is below). */
const pauses = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  hour,
  3 * hour,
  8 * hour,
  16 * hour,
  24 * hour,
]

/** The longest time for which a receiver may ask to be left alone. */
const maxPauseMs = hour

/**
 * The pause before the next try of an event, in milliseconds; null once it has been tried for three days.
 * @param failed how many tries have failed
 * @param triedMs how long it has been tried for
 * @param random from 0 to 1: spreads what failed together by a tenth both ways
 */
export function nextPause(failed: number, triedMs: number, random = Math.random()): number | null {
  const left = tryingMs - triedMs
  if (left <= 0) return null
  const pause = pauses[Math.min(failed, pauses.length) - 1] ?? 0
  return Math.min(pause * (0.9 + random * 0.2), left)
}

/** How long a receiver asks to be left alone by `Retry-After` (seconds or a date), in milliseconds; 0 where it doesn't. */
export function askedPause(header: string | null, now = Date.now()): number {
  if (!header) return 0
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * second : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), maxPauseMs) : 0
}

/**
 * The id of a message, the same each time that its event is sent. The time of the entry is part of it, since a restored
 * database gives the ids of lost entries again.
 */
export const messageId = (
  webhook: string,
  { entry_id, entry_at }: { entry_id: number; entry_at: string },
): string => `msg_${webhook.replaceAll('-', '')}_${entry_id}_${Date.parse(entry_at).toString(36)}`

/** A new secret (Standard Webhooks): 32 random bytes. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** What a secret is encrypted for. */
export const secretContext = (webhook: string): string => `webhook ${webhook}`

/** The headers of a message (Standard Webhooks), with a signature by each secret. */
export function signedHeaders(
  { id, at, body }: { id: string; at: Date; body: string },
  secrets: readonly string[],
) {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
    return `v1,${mac}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

/** Whether a webhook tells of an entry, as far as its areas and actions say. */
export const tellsOf = (
  { areas, actions }: Pick<Webhook, 'areas' | 'actions'>,
  { area, action }: { area: AuditArea; action: AuditAction },
): boolean =>
  (areas.length === 0 || areas.includes(area)) && (actions.length === 0 || actions.includes(action))
