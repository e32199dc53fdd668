import type { AuditEvent } from '../../db/write/audit-lines.ts'

/** An account, as the audit log names it. */
type Account = NonNullable<AuditEvent['record']>

/** Another password was set. */
export const passwordChanged = (record: Account): AuditEvent => ({
  action: 'update',
  area: 'accounts',
  record,
  detail: 'A new password was set',
})

/** Something about the second factor changed. @param detail a whole sentence */
export const factorChanged = (record: Account, detail: string): AuditEvent => ({
  action: 'update',
  area: 'accounts',
  record,
  detail,
})

/** Sessions were ended by somebody. @param count how many */
export const sessionsEnded = (record: Account, count: number): AuditEvent => ({
  action: 'session-end',
  area: 'accounts',
  record,
  detail: count === 1 ? 'One session was ended' : `${count} sessions were ended`,
})
