import type { DataOf } from '@steward/contract/calls/endpoints'
import type { Loan } from '@steward/contract/loans/loans'
import type { Db } from '../../db/connection/connection.ts'
import type { Staff } from '../../http/session.ts'
import { mayEnd, maySee, obstacleOf, permissionOfLoan } from './loans.rules.ts'
import { findTitles, type LoanRow } from './loans.store.ts'

const referenceOf = (id: string | null, name: string | null) =>
  id === null ? null : { _id: id, name: name ?? '' }

export const loanView = (
  row: LoanRow,
  staff: Pick<Staff, 'user' | 'permissions' | 'owner'>,
): Loan => ({
  _id: row.id,
  permission: permissionOfLoan(row),
  area: row.area,
  records: row.record_ids,
  reason: row.reason,
  minutes: row.minutes,
  oneUse: row.one_use,
  status: row.status,
  by: { _id: row.user_id, name: row.user_name },
  expiresAt: row.expires_at,
  decidedBy: referenceOf(row.decided_by, row.decided_by_name),
  decidedAt: row.decided_at,
  decision: row.decision,
  endsAt: row.ends_at,
  uses: row.uses,
  endedHow: row.ended_how,
  endedBy: referenceOf(row.ended_by, row.ended_by_name),
  endedAt: row.ended_at,
  obstacle: row.status === 'asked' ? obstacleOf(staff, row) : null,
  mayEnd: row.status === 'active' && mayEnd(staff, row),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** The records of a loan; of one that the reader may not list nothing is told but the id, as of one that is gone. */
export async function lentRecords(
  db: Db,
  { area, record_ids }: Pick<LoanRow, 'area' | 'record_ids'>,
  staff: Pick<Staff, 'permissions' | 'scope'>,
): Promise<DataOf<'loans.details'>['records']> {
  const ids = record_ids ?? []
  const found = new Map(
    (await findTitles(db, area, ids, staff.scope)).map((each) => [each.id, each]),
  )
  return ids.map((id) => {
    const record = found.get(id)
    if (!(record?.seen && maySee(staff, area, record)))
      return { _id: id, title: null, state: 'gone' }
    return { _id: id, title: record.title, state: record.deleted ? 'deleted' : 'there' }
  })
}
