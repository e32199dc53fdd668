import { areas } from '@steward/contract/areas/areas'
import type { Bill } from '@steward/contract/bills/bills'
import { billFields } from '@steward/contract/bills/bills.fields'
import { msg } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import { peekBillNumber, takeBillNumbers } from '../../db/write/bill-numbers.ts'
import { BadField } from '../../importer/values.ts'
import { takenBy, violates } from '../records/checks.ts'
import { contentArea } from '../records/content-area.ts'
import { importFieldsOf } from '../records/import-fields.ts'
import { findNamedPerson } from '../records/person-reference.store.ts'
import {
  billColumns,
  isPaidBefore,
  mustBeDueAfterIssue,
  mustBePaidInTime,
  statusColumns,
} from './bills.rules.ts'
import { type BillRow, billStore, numbersInUse, sumBills } from './bills.store.ts'

/** The dates and status of a bill before any are set. */
const blank = { issued_at: null, due_at: null, paid_at: null, status: 'draft' } as const

const numberTakenSince = {
  path: 'number',
  msg: msg('Another bill now has this number, so this one can’t be restored with it.'),
}

/** Throws a BadField where columns of a bill contradict each other. */
function mustAgree(row: Record<string, unknown>): void {
  const { issued_at, due_at, paid_at, status } = row as Record<string, string | null>
  if (issued_at && due_at && due_at < issued_at) throw new BadField('dueAt', 'is before issuedAt')
  if (paid_at && status !== 'paid') throw new BadField('paidAt', 'is for bills that are paid')
  if (paid_at && paid_at > new Date().toISOString())
    throw new BadField('paidAt', 'is in the future')
  if (issued_at && paid_at && isPaidBefore(issued_at, paid_at))
    throw new BadField('paidAt', 'is before issuedAt')
}

/** The area of bills (specification section 7, Other areas). */
export const billsArea = contentArea<'bills', BillRow>('bills', {
  store: billStore,
  called: ({ number }) => say('Bill {number}', { number }),
  deletion: {
    taken: { bills_number_key: numberTakenSince },
    mustBeFree: async ({ tx }, bills) => {
      const used = await numbersInUse(
        tx,
        bills.map(({ number }) => number),
      )
      return ({ number }) => {
        if (used.has(number)) throw takenBy(numberTakenSince)
        used.add(number)
      }
    },
  },
  writes: {
    columns: async ({ tx }, sent, bill) => {
      const now = new Date()
      mustBeDueAfterIssue(bill ?? blank, sent)
      mustBePaidInTime(bill ?? blank, sent, now)
      const payer = await findNamedPerson(tx, bill?.payer_id ?? null, sent.payer, 'data.payer')
      const columns = billColumns(bill ?? blank, sent, payer, now)
      if (bill || sent.number !== undefined) return columns
      return { ...columns, number: (await takeBillNumbers(tx, 1))[0] }
    },
    // Try again where somebody has entered the next number by hand meanwhile.
    again: ({ number }, error) => number === undefined && violates(error, 'bills_number_key'),
    taken: ({ number = '' }) => ({
      bills_number_key: {
        path: 'data.number',
        msg: say('Another bill already has the number {number}.', { number }),
      },
    }),
    created: ({ number }) => say('Bill {number} created.', { number }),
  },
  mayPutBack: (_at, bill, { issued_at, due_at, paid_at, status }) => {
    const fields = { issuedAt: issued_at, dueAt: due_at, paidAt: paid_at }
    mustBeDueAfterIssue(bill, fields)
    mustBePaidInTime(bill, { ...fields, status }, new Date())
  },
  // Only bills whose status changes get here.
  statusColumns: (status) => statusColumns(blank, status as Bill['status'], new Date()),
  imports: {
    bills: {
      table: 'bills',
      fields: importFieldsOf(billFields, areas.bills.statuses),
      finish: mustAgree,
      mayOverwrite: (row, columns) => mustAgree({ ...row, ...columns }),
      unique: { field: 'number', column: 'number', reason: msg('is the number of another bill') },
      complete: async (tx, rows) => {
        const without = rows.filter(({ number }) => number === null)
        const numbers = await takeBillNumbers(tx, without.length)
        const named = new Map(without.map((row, i) => [row, numbers[i]]))
        return rows.map((row) => ({ ...row, number: named.get(row) ?? row['number'] }))
      },
    },
  },
  calls: ({ db, snapshots }) => ({
    'bills.totals': async ({ query, session }) => {
      const totals = await snapshots.read('bills', session, query.asOf, (source) =>
        sumBills(source, query, session),
      )
      return { data: { totals } }
    },
    'bills.nextNumber': async () => ({ data: { number: await peekBillNumber(db) } }),
  }),
  search: {
    keys: ['number'],
    liveIndexes: true,
    title: ['number', 'title'],
    detail: ['payer_name'],
    at: 'due_at',
    amount: 'amount',
  },
})
