import type { Consent, ConsentRecord } from '@steward/contract/consents/consents'
import type { Rights } from '@steward/contract/permissions/conditions'
import type { Db } from '../../db/connection/connection.ts'
import type { Session } from '../../http/session.ts'
import { namesOf } from '../audit-log/audit-log.store.ts'
import { fieldsOf, referredIn } from '../audit-log/audit-log.view.ts'
import { obstacleOf } from './consents.rules.ts'
import { type ConsentRow, findShown } from './consents.store.ts'

export const consentView = (
  row: ConsentRow,
  session: Rights & Pick<Session, 'user' | 'owner'>,
  dependents: ReadonlySet<string>,
): Consent => ({
  _id: row.id,
  rules: row.rules,
  call: row.call,
  area: row.area,
  action: row.action,
  detail: row.detail,
  count: row.records,
  reason: row.reason,
  status: row.status,
  by: { _id: row.user_id, name: row.user_name },
  expiresAt: row.expires_at,
  decidedBy:
    row.decided_by === null ? null : { _id: row.decided_by, name: row.decided_by_name ?? '' },
  decidedAt: row.decided_at,
  decision: row.decision,
  usedAt: row.used_at,
  obstacle: obstacleOf(session, row, dependents),
  asked: row.user_id === session.user.id ? row.asked : null,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** The records of a request, with names in place of what they refer to. */
export async function shownRecords(db: Db, id: string): Promise<ConsentRecord[]> {
  const records = await findShown(db, id)
  const known = await namesOf(db, referredIn(records))
  return records.map((record) => ({
    _id: record.record_id,
    title: record.title,
    before: fieldsOf(record.before, known),
    after: fieldsOf(record.after, known),
  }))
}
