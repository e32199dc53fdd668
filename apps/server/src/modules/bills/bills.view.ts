import type { Bill } from '@steward/contract/bills'
import { deletedFields } from '../trash.store.ts'
import type { BillRow } from './bills.store.ts'

/** A bill as the contract has it. */
export function billView(row: BillRow): Bill {
  return {
    _id: row.id,
    number: row.number,
    title: row.title,
    payer: { _id: row.payer_id, name: row.payer_name },
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    issuedAt: row.issued_at,
    dueAt: row.due_at,
    paidAt: row.paid_at,
    notes: row.notes,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...deletedFields(row),
  }
}
