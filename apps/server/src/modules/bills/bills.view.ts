import type { Bill } from '@steward/contract/bills/bills'
import { billFields } from '@steward/contract/bills/bills.fields'
import { viewOf } from '../records/view.ts'
import type { BillRow } from './bills.store.ts'

/** A bill as the contract has it. */
export const billView = viewOf<BillRow, Bill>(billFields, { version: (row) => row.version })
