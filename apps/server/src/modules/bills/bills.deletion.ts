import { deletionOf } from '../deletion.service.ts'
import { type BillRow, billListing, numbersInUse } from './bills.store.ts'
import { billView } from './bills.view.ts'

/** Deleting bills and bringing them back: a number is one bill’s at a time. */
export const billDeletion = deletionOf({
  area: 'bills',
  table: 'bills',
  listing: billListing,
  view: billView,
  name: (bill) => bill.number,
  deleted: (bill: BillRow) => `The bill ${bill.number} is deleted.`,
  restored: (bill) => `The bill ${bill.number} is back.`,
  taken: {
    bills_number_key: {
      path: 'number',
      msg: 'Another bill has this number now, so this one can’t come back with it.',
    },
  },
  mayReturn: async ({ tx }, bills) => {
    const numbers = bills.map((bill) => bill.number)
    const used = await numbersInUse(tx, numbers)
    return (bill) => {
      if (used.has(bill.number)) return { refused: 'Another bill has this number now.' }
      used.add(bill.number)
      return 'change'
    }
  },
})
