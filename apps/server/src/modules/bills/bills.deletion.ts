import { takenBy } from '../records/checks.ts'
import { deletionOf } from '../records/deletion.ts'
import { type BillRow, billListing, numbersInUse } from './bills.store.ts'
import { billView } from './bills.view.ts'

const numberTaken = {
  path: 'number',
  msg: 'Another bill now has this number, so this one can’t be restored with it.',
}

/** Deleting bills and bringing them back: a number is one bill’s at a time. */
export const billDeletion = deletionOf({
  area: 'bills',
  table: 'bills',
  listing: billListing,
  view: billView,
  name: (bill) => bill.number,
  deleted: (bill: BillRow) => `Bill ${bill.number} deleted.`,
  restored: (bill) => `Bill ${bill.number} restored.`,
  taken: { bills_number_key: numberTaken },
  mayReturn: async ({ tx }, bills) => {
    const numbers = bills.map((bill) => bill.number)
    const used = await numbersInUse(tx, numbers)
    return (bill) => {
      if (used.has(bill.number)) return { refused: takenBy(numberTaken) }
      used.add(bill.number)
      return 'change'
    }
  },
})
