import type { QueryOf } from '@steward/contract/endpoints'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import {
  among,
  between,
  folded,
  type Listing,
  listPage,
  notDeleted,
  type Page,
  plain,
} from '../../db/listing.ts'
import type { BillsTable } from '../../db/tables.ts'

/** A bill, its payer's name as it is now. */
export type BillRow = Omit<Selectable<BillsTable>, 'search'>

const listing: Listing = {
  table: 'bills',
  columns: sql`
    t.id, t.number, t.title, t.payer_id, coalesce(payer.name, t.payer_name) as payer_name,
    t.amount, t.currency, t.status, t.issued_at, t.due_at, t.paid_at, t.notes, t.version,
    t.created_at, t.updated_at, t.deleted_at`,
  joins: sql`left join users as payer on payer.id = t.payer_id`,
  sorts: {
    createdAt: { by: plain('created_at') },
    dueAt: { by: plain('due_at'), nullable: true },
    amount: { by: plain('amount') },
    number: { by: folded('number') },
  },
  searchedPeople: ['payer_id'],
}

/** A page of bills that are not deleted (contract, Lists). */
export function listBills(db: Db, query: QueryOf<'bills.list'>): Promise<Page<BillRow>> {
  return listPage<BillRow>(db, listing, query, [
    notDeleted,
    ...among('status', query.status, 'status'),
    ...among('currency', query.currency, 'currency'),
    ...among('payer_id', query.payer),
    ...between('due_at', query.from, query.to),
  ])
}
