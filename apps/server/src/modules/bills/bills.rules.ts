import type { Bill } from '@steward/contract/bills/bills'
import { billFields } from '@steward/contract/bills/bills.fields'
import type { BodyOf } from '@steward/contract/calls/endpoints'
import { msg } from '@steward/i18n/reader'
import type { Selectable, Updateable } from 'kysely'
import { plainColumns } from '../../db/schema/columns.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { invalidField } from '../../http/failure.ts'

type Row = Selectable<Tables['bills']>
type Fields = BodyOf<'bills.update'>['data']

export function mustBeDueAfterIssue(
  row: Pick<Row, 'issued_at' | 'due_at'>,
  fields: Pick<Fields, 'issuedAt' | 'dueAt'>,
): void {
  if (fields.issuedAt === undefined && fields.dueAt === undefined) return
  const issued = fields.issuedAt === undefined ? row.issued_at : fields.issuedAt
  const due = fields.dueAt === undefined ? row.due_at : fields.dueAt
  if (!issued || !due || due >= issued) return
  const sentence = msg('A bill can’t be due before it is issued.')
  throw fields.dueAt === undefined
    ? invalidField('data.issuedAt', 'must not be after the due date', sentence)
    : invalidField('data.dueAt', 'must not be before the issue date', sentence)
}

const dayMs = 86_400_000
/** How far the clocks of the earliest time zone are ahead of UTC, in milliseconds. */
const aheadOfUtcMs = 14 * 3_600_000

/** Whether a payment is before the issue date, which has begun once it has in any time zone. */
export function isPaidBefore(issuedAt: string, paidAt: string): boolean {
  const issued = Date.parse(issuedAt)
  return Date.parse(paidAt) < issued - (issued % dayMs === 0 ? aheadOfUtcMs : 0)
}

/** Refuses a payment in the future or before the issue date. */
export function mustBePaidInTime(
  row: Pick<Row, 'status' | 'issued_at' | 'paid_at'>,
  fields: Pick<Fields, 'status' | 'issuedAt' | 'paidAt'>,
  now: Date,
): void {
  const { paidAt } = fields
  if (!paidAt || paidAt === row.paid_at || (fields.status ?? row.status) !== 'paid') return
  const issued = fields.issuedAt === undefined ? row.issued_at : fields.issuedAt
  const path = 'data.paidAt'
  if (paidAt > now.toISOString())
    throw invalidField(path, 'must not be in the future', 'A bill can’t be paid in the future.')
  if (issued && isPaidBefore(issued, paidAt)) {
    const sentence = msg('A bill can’t be paid before it is issued.')
    throw invalidField(path, 'must not be before the issue date', sentence)
  }
}

/** The columns for a status: paid sets or keeps the time of payment, any other clears it. */
export function statusColumns(
  row: Pick<Row, 'status' | 'paid_at'>,
  status: Bill['status'],
  now: Date,
  paidAt?: string | null,
): Pick<Row, 'status' | 'paid_at'> {
  if (status !== 'paid') return { status, paid_at: null }
  const before = row.status === 'paid' ? row.paid_at : null
  return { status, paid_at: paidAt ?? before ?? now.toISOString() }
}

/** The issue date: as sent, or now where a draft becomes due before its due date. */
function issuedAt(
  row: Pick<Row, 'status' | 'issued_at' | 'due_at'>,
  fields: Omit<Fields, 'version'>,
  now: Date,
): string | null | undefined {
  const { status, issuedAt: sent } = fields
  if (sent !== undefined || row.issued_at !== null) return sent
  if (row.status !== 'draft' || status !== 'due') return undefined
  const due = fields.dueAt === undefined ? row.due_at : fields.dueAt
  return due !== null && due < now.toISOString() ? undefined : now.toISOString()
}

export function billColumns(
  row: Pick<Row, 'status' | 'paid_at' | 'issued_at' | 'due_at'>,
  fields: Omit<Fields, 'version'>,
  payer: { id: string | null; name: string } | undefined,
  now: Date,
): Updateable<Tables['bills']> {
  // A changed time of payment alone keeps the bill paid.
  const status = fields.status ?? (fields.paidAt && row.status === 'paid' ? 'paid' : undefined)
  const { status: _status, paidAt, ...plain } = fields
  return {
    ...plainColumns(billFields, plain),
    ...(payer && { payer_id: payer.id, payer_name: payer.name }),
    issued_at: issuedAt(row, fields, now),
    ...(status ? statusColumns(row, status, now, paidAt) : {}),
  }
}
