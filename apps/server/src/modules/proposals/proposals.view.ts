import { kebabOf } from '@steward/contract/areas/area-lists'
import type { Proposal, ProposedRecord } from '@steward/contract/proposals/proposals'
import type { Db } from '../../db/connection/connection.ts'
import type { Scope } from '../../db/write/scope.ts'
import type { Session } from '../../http/session.ts'
import { namesOf } from '../audit-log/audit-log.store.ts'
import { fieldsOf, referredIn } from '../audit-log/audit-log.view.ts'
import { withoutHiddenColumns } from '../audit-log/scoped-entries.store.ts'
import { isAsSeen } from './carry-out.ts'
import { obstacleOf } from './proposals.rules.ts'
import { findRecords, type ProposalRow, type RecordRow, seenNow } from './proposals.store.ts'

export const proposalView = (
  row: ProposalRow,
  session: Pick<Session, 'user' | 'permissions'>,
): Proposal => ({
  _id: row.id,
  area: row.area,
  action: row.action,
  patch: row.patch,
  reason: row.reason,
  status: row.status,
  by: { _id: row.user_id, name: row.user_name },
  key: row.key_id === null ? null : { _id: row.key_id, name: row.key_name ?? '' },
  count: row.records,
  people: row.people,
  irreversible: { mails: row.mails, sessions: row.sessions },
  expiresAt: row.expires_at,
  decidedBy:
    row.decided_by === null ? null : { _id: row.decided_by, name: row.decided_by_name ?? '' },
  decidedAt: row.decided_at,
  decision: row.decision,
  job: row.job_id === null || row.job_status === null ? null : jobOf(row),
  obstacle: obstacleOf(session, row),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const jobOf = (row: ProposalRow): NonNullable<Proposal['job']> => ({
  _id: row.job_id ?? '',
  status: row.job_status ?? 'waiting',
  total: row.total ?? 0,
  changed: row.changed ?? 0,
  unchanged: row.unchanged ?? 0,
  failed: row.failed ?? 0,
})

/** The records of a proposal, with names in place of what they refer to, without the fields that a scope hides. */
export async function proposedRecords(
  db: Db,
  { id, area, status }: Pick<ProposalRow, 'id' | 'area' | 'status'>,
  scope: Scope | null,
): Promise<ProposedRecord[]> {
  const records = (await findRecords(db, id)).map((record) =>
    withoutHiddenColumns({ ...record, area: kebabOf(area) }, scope),
  )
  const known = await namesOf(db, referredIn(records))
  const now = status === 'waiting' ? await seenNow(db, area, records.map(idOf)) : undefined
  return records.map((record) => ({
    _id: record.record_id,
    title: record.title,
    before: fieldsOf(record.before, known),
    after: fieldsOf(record.after, known),
    changedSince: now !== undefined && !isAsSeen(record.seen, now.get(record.record_id)),
  }))
}

const idOf = ({ record_id }: RecordRow): string => record_id
