import type { BillTotal } from '@steward/contract/bills/bills'
import type { QueryOf } from '@steward/contract/calls/endpoints'
import type { Db } from '../../db/connection/connection.ts'
import { queryColumn } from '../../db/connection/query.ts'
import type { Source } from '../../db/list/source.ts'
import { type RowOf, recordStore } from '../records/record-store.store.ts'
import type { Reader } from '../records/view.ts'

export type BillRow = RowOf<'bills'>

export const billStore = recordStore<'bills', BillRow>('bills', {
  listing: () => ({ searchedPeople: ['payer_id'], searchedAmount: 'amount' }),
  filters: () => ({
    payer: { people: true },
  }),
})

export const sumBills = (source: Source, query: QueryOf<'bills.list'>, reader: Reader) =>
  source.sum<BillTotal>(
    billStore.listingIn(source),
    { by: ['currency', 'status'], amount: 'amount' },
    query,
    billStore.conditions(query, reader, source),
  )

/** Which of these numbers are used by bills that are not deleted. */
export async function numbersInUse(db: Db, numbers: readonly string[]): Promise<Set<string>> {
  const used = await queryColumn(db)`
    select number from bills where number = any(${numbers}::text[]) and deleted_at is null`
  return new Set(used)
}
