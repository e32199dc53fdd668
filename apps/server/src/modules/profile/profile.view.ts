import type { SignedIn } from '@steward/contract/accounts/profile'
import { deviceOf } from '../auth/device.ts'
import type { sessionsOf } from '../auth/sessions.store.ts'

type Row = Awaited<ReturnType<typeof sessionsOf>>[number]

/** A session as the contract has it. */
export function signedInView(row: Row, current: string): SignedIn {
  return {
    _id: row.id,
    device: deviceOf(row.user_agent),
    userAgent: row.user_agent,
    ip: row.ip,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    current: row.id === current,
  }
}
