import { areas } from '@steward/contract/areas/areas'
import type { Bill } from '@steward/contract/bills/bills'
import { billFields } from '@steward/contract/bills/bills.fields'
import { takeBillNumbers } from '../../db/write/bill-numbers.ts'
import { BadField } from '../../import/values.ts'
import { defineArea } from '../records/area.ts'
import { bulkUpdate, decideStatus } from '../records/bulk.ts'
import { exportColumnsOf, importFieldsOf } from '../records/files.ts'
import { updating } from '../records/revert.ts'
import { billDeletion } from './bills.deletion.ts'
import {
  isPaidBefore,
  mustBeDueAfterIssue,
  mustBePaidInTime,
  statusColumns,
} from './bills.rules.ts'
import { type BillRow, billConditions, billListing } from './bills.store.ts'
import { billView } from './bills.view.ts'

const { statuses } = areas.bills

/** @throws {BadField} where columns of a bill contradict each other */
function mustAgree(row: Record<string, unknown>): void {
  const { issued_at, due_at, paid_at, status } = row as Record<string, string | null>
  if (issued_at && due_at && due_at < issued_at) throw new BadField('dueAt', 'is before issuedAt')
  if (paid_at && status !== 'paid') throw new BadField('paidAt', 'is for bills that are paid')
  if (paid_at && paid_at > new Date().toISOString())
    throw new BadField('paidAt', 'is in the future')
  if (issued_at && paid_at && isPaidBefore(issued_at, paid_at))
    throw new BadField('paidAt', 'is before issuedAt')
}

/** Bills, as exports, imports and jobs know them. */
export const billsArea = defineArea<'bills', BillRow, Bill>('bills', {
  listing: billListing,
  conditions: (query) => billConditions(query),
  view: billView,
  columns: exportColumnsOf(billFields),
  imports: {
    bills: {
      table: 'bills',
      // Without a number, the next one is given.
      fields: importFieldsOf(billFields, statuses),
      finish: mustAgree,
      mayOverwrite: (row, columns) => mustAgree({ ...row, ...columns }),
      unique: { field: 'number', column: 'number', reason: 'is the number of another bill' },
      complete: async (tx, rows) => {
        const without = rows.filter(({ number }) => number === null)
        const numbers = await takeBillNumbers(tx, without.length)
        const named = new Map(without.map((row, i) => [row, numbers[i]]))
        return rows.map((row) => ({ ...row, number: named.get(row) ?? row['number'] }))
      },
    },
  },
  revert: {
    ...billDeletion.revert,
    update: updating('bills', async (_at, bill, columns) => {
      const told = columns as Partial<typeof bill>
      const fields = { issuedAt: told.issued_at, dueAt: told.due_at, paidAt: told.paid_at }
      mustBeDueAfterIssue({ ...bill, ...told }, fields)
      mustBePaidInTime(bill, { ...fields, status: told.status }, new Date())
    }),
  },
  bulk: {
    ...billDeletion.actions,
    status: bulkUpdate({
      table: 'bills',
      what: 'bill',
      name: (row) => row.number,
      decide: decideStatus('bill'),
      // Those that have the status already are left alone, so all that change come from another one.
      patch: (status) =>
        statusColumns({ status: 'draft', paid_at: null }, status as Bill['status'], new Date()),
    }),
  },
})
