import type { Bill } from '@steward/contract/bills'
import { alike, deletedNow, deleting, notDeletedAnyMore, setting, type Verdict } from '../bulk.ts'
import { statusColumns } from './bills.rules.ts'
import { numbersInUse } from './bills.store.ts'

const bill = {
  table: 'bills' as const,
  what: 'bill',
  name: (row: { number: string }) => row.number,
}

/** Actions on many bills. */
export const billActions = {
  delete: alike({ ...bill, judge: deleting, patch: deletedNow }),
  restore: alike({
    ...bill,
    judge: async ({ tx }, rows) => {
      const coming = rows.filter((row) => row.deleted_at).map((row) => row.number)
      const used = await numbersInUse(tx, coming)
      return (row): Verdict => {
        if (!row.deleted_at) return 'same'
        if (used.has(row.number)) return { refused: 'Another bill has this number now.' }
        used.add(row.number)
        return 'change'
      }
    },
    patch: notDeletedAnyMore,
  }),
  status: alike({
    ...bill,
    judge: setting('bill'),
    // Those that have the status already are left alone, so all that change come from another one.
    patch: (status) =>
      statusColumns({ status: 'draft', paid_at: null }, status as Bill['status'], new Date()),
  }),
}
