import type { Bill } from '@steward/contract/bills'
import { namedOf, textOf } from '../../api/read.ts'
import {
  choicesOf,
  moneyColumn,
  personColumn,
  statusColumn,
  textColumn,
  timeColumn,
} from '../../ui/list/columns.tsx'
import type { ListDefinition } from '../../ui/list/list-definition.ts'

/** The bill list. */
export const billDefinition: ListDefinition<Bill> = {
  name: 'bills',
  one: 'bill',
  many: 'bills',
  searchHint: 'Search number, title, payer',
  searched: (bill) => [bill.number, bill.title, namedOf(bill.payer)?.name],
  columns: [
    textColumn('number', 'Number', (bill) => bill.number, { width: 110, sort: 'number' }),
    textColumn('title', 'Title', (bill) => bill.title, { width: 200, grow: true }),
    personColumn('payer', 'Payer', (bill) => bill.payer, { width: 180 }),
    moneyColumn('amount', 'Amount', (bill) => ({ amount: bill.amount, currency: bill.currency }), {
      width: 120,
      sort: 'amount',
    }),
    statusColumn('status', 'Status', (bill) => bill.status, { width: 110 }),
    timeColumn('issued', 'Issued', (bill) => bill.issuedAt, { width: 125 }),
    timeColumn('due', 'Due', (bill) => bill.dueAt, { width: 125, sort: 'dueAt' }),
    timeColumn('paid', 'Paid', (bill) => bill.paidAt, { width: 125 }),
    timeColumn('created', 'Created', (bill) => bill.createdAt, { sort: 'createdAt', hidden: true }),
  ],
  filters: [
    {
      kind: 'choices',
      key: 'status',
      label: 'Status',
      choices: choicesOf(['draft', 'due', 'paid', 'overdue', 'void']),
    },
    { kind: 'currency', key: 'currency', label: 'Currency' },
    { kind: 'span', field: 'dueAt', label: 'Due' },
    {
      kind: 'id',
      key: 'payer',
      label: 'Payer',
      nameIn: (bill) => namedOf(bill.payer)?.name ?? null,
    },
  ],
  sorts: ['createdAt', 'dueAt', 'amount', 'number'],
  title: (bill) =>
    [textOf(bill.number), textOf(bill.title)].filter(Boolean).join(' · ') ||
    'Bill without a number',
}
