import type { BillTotal } from '@steward/contract/bills'
import { billFields } from '@steward/contract/bills.fields'
import type { QueryOf } from '@steward/contract/endpoints'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { readWithin } from '../../db/cancellation.ts'
import { type Condition, where } from '../../db/conditions.ts'
import type { Db } from '../../db/connection.ts'
import { type FilteredBy, filterConditions } from '../../db/filters.ts'
import { adviceFor, mostListMs } from '../../db/list-page.ts'
import { findRow, type Listing, type Page } from '../../db/listing.ts'
import { changedRows, listView, once, rowsOf } from '../../db/past/page.ts'
import type { Past, View } from '../../db/past/view.ts'
import { matching, searchConditions } from '../../db/search.ts'
import type { BillsTable } from '../../db/tables.ts'
import { hasCounter, whereCounter } from '../../db/totals.ts'
import { mostTotalMs, whileUnchanged } from '../../db/unchanged.ts'
import { filteredBy, listingOf } from '../fields/listing.ts'
import { type DeletedColumns, inTrash } from '../trash.store.ts'

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
export const listBills = (view: View, query: QueryOf<'bills.list'>): Promise<Page<BillRow>> =>
  listView<BillRow>(view, billListing, query, billConditions(query, view.now))

/** One bill, deleted or not. */
export const findBill = (db: Db, id: string): Promise<BillRow | undefined> =>
  findRow<BillRow>(db, billListing, id)

/**
 * Bills of a query added up by status and currency: from the counter where it knows them, so that a
 * million cost nothing.
 */
export const sumBills = (view: View, query: QueryOf<'bills.list'>): Promise<BillTotal[]> =>
  readWithin(view.past ? mostListMs : mostTotalMs, adviceFor(query), () => sum(view, query))

async function sum(view: View, query: QueryOf<'bills.list'>): Promise<BillTotal[]> {
  const { db, past } = view
  const all = [
    ...billConditions(query, view.now),
    ...searchConditions(billListing, query.search, past?.moment),
  ]
  if (past) return await once(past, view, all, 'sums', () => sumPast(view.db, past, all))
  if (!hasCounter(all)) {
    const matched = { table: 'bills', conditions: all } as const
    return await whileUnchanged(db, { name: 'sums', patient: true }, matched, async (version) => {
      const counted = await sql<BillTotal & { version: number }>`
        select status, currency, count(*) as count, sum(amount)::text as amount, ${version} as version
        from (${matching('bills', all)}) as bill group by 1, 2 order by 2, 1`.execute(db)
      const value = counted.rows.map(({ version: _, ...each }) => each)
      return { value, version: counted.rows[0]?.version }
    })
  }
  const found = await sql<BillTotal>`
        select facets ->> 'status' as status, facets ->> 'currency' as currency,
          sum(n)::bigint as count, sum(amount)::text as amount
        from current_counters ${whereCounter('bills', all)}
        group by 1, 2 having sum(n) > 0 order by 2, 1`.execute(db)
  return found.rows
}

/** What {@link sumBills} sums, as it stood: where the counter knows it, by what has changed since. */
async function sumPast(db: Db, past: Past, all: readonly Condition[]): Promise<BillTotal[]> {
  const kept = sql`
    select facets ->> 'status' as status, facets ->> 'currency' as currency, n, amount
    from current_counters ${whereCounter('bills', all)}
    union all
    select t.status, t.currency, -1, -t.amount from ${changedRows(past)} ${where(all)}
    union all
    select t.status, t.currency, 1, t.amount from past_bills as t
    ${where([{ sql: sql<boolean>`t.past = ${past.id}` }, ...all])}`
  const rows = sql`select t.status, t.currency, 1 as n, t.amount from (${rowsOf(past, all)}) as t`
  const found = await sql<BillTotal>`
    select status, currency, sum(n)::bigint as count, sum(amount)::text as amount
    from (${hasCounter(all) ? kept : rows}) as bill
    group by 1, 2 having sum(n) > 0 order by 2, 1
  `.execute(db)
  return found.rows
}

/** Which of some numbers a bill that is not deleted bears. */
export async function numbersInUse(db: Db, numbers: readonly string[]): Promise<Set<string>> {
  const found = await sql<{ number: string }>`
    select number from bills where number = any(${numbers}::text[]) and deleted_at is null
  `.execute(db)
  return new Set(found.rows.map((row) => row.number))
}
