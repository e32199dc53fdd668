import type { AuditEvent } from '../../db/write/audit-lines.ts'

/** An audit event about an account; `detail` describes it in a few words. */
export const accountEvent = (
  action: AuditEvent['action'],
  { id, name }: { id: string; name: string },
  detail?: string,
): AuditEvent => ({
  action,
  area: 'accounts',
  record: { id, title: name },
  ...(detail && { detail }),
})

export const passwordChanged = (account: { id: string; name: string }): AuditEvent =>
  accountEvent('update', account, 'A new password was set')

/** That passwords were turned off, or on again. */
export const passwordsTurned = (off: boolean): AuditEvent => ({
  action: 'update',
  area: 'integrations',
  record: { id: null, title: 'Passwords' },
  before: { passwordsOff: !off },
  after: { passwordsOff: off },
})

export const sessionsEnded = (account: { id: string; name: string }, count: number): AuditEvent =>
  accountEvent(
    'session-end',
    account,
    count === 1 ? 'One session was ended' : `${count} sessions were ended`,
  )
