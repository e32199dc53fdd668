import type { BillTotal } from '@steward/contract/bills/bills'
import { billFields } from '@steward/contract/bills/bills.fields'
import type { QueryOf } from '@steward/contract/calls/endpoints'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import type { Condition } from '../../db/list/conditions.ts'
import { type FilteredBy, filterConditions } from '../../db/list/filters.ts'
import { findRow, type Listing, type Page } from '../../db/list/listing.ts'
import type { Source } from '../../db/list/source.ts'
import type { BillsTable } from '../../db/tables/tables.ts'
import { type DeletedColumns, inTrash } from '../records/deleted.ts'
import { filteredBy, listingOf } from '../records/listing.store.ts'

/** A bill, its payer's name as it is now. */
export type BillRow = DeletedColumns & Omit<Selectable<BillsTable>, 'search'>

/** How bills are listed. */
export const billListing: Listing = listingOf(billFields, {
  table: 'bills',
  more: [sql`t.version`],
  searchedPeople: ['payer_id'],
  searchedAmount: 'amount',
})

/** What a query asks of bills that are not deleted, beside its search (contract, Lists). */
export const billConditions = (
  query: QueryOf<'bills.list'>,
  now?: RawBuilder<string>,
): Condition[] => [...inTrash(query.deleted), ...filterConditions('bills', filtered, query, now)]

const filtered: FilteredBy<'bills'> = filteredBy(billFields, {
  status: { facet: 'status' },
  currency: { facet: 'currency' },
  payer: { people: true },
})

/** A page of bills that are not deleted (contract, Lists). */
export const listBills = (source: Source, query: QueryOf<'bills.list'>): Promise<Page<BillRow>> =>
  source.page<BillRow>(billListing, query, billConditions(query, source.now))

/** One bill, deleted or not. */
export const findBill = (db: Db, id: string): Promise<BillRow | undefined> =>
  findRow<BillRow>(db, billListing, id)

/** Bills of a query added up by status and currency. */
export const sumBills = (source: Source, query: QueryOf<'bills.list'>): Promise<BillTotal[]> =>
  source.sum<BillTotal>(
    billListing,
    { by: ['currency', 'status'], amount: 'amount' },
    query,
    billConditions(query, source.now),
  )

/** Which of some numbers a bill that is not deleted bears. */
export async function numbersInUse(db: Db, numbers: readonly string[]): Promise<Set<string>> {
  const found = await sql<{ number: string }>`
    select number from bills where number = any(${numbers}::text[]) and deleted_at is null
  `.execute(db)
  return new Set(found.rows.map((row) => row.number))
}
