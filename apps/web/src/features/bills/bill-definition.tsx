import { areas } from '@steward/contract/areas'
import type { Bill } from '@steward/contract/bills'
import { importNeeds } from '@steward/contract/imports.routes'
import { referenceOf, textOf } from '../../api/read.ts'
import { lists } from '../../shared/list/lists.ts'
import { amountTexts } from '../../ui/format/amount-texts.ts'
import {
  actionsColumn,
  choicesOf,
  moneyColumn,
  personColumn,
  statusColumn,
  textColumn,
  timeColumn,
} from '../../ui/list/columns.tsx'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { BillMenu } from './bill-actions.tsx'

/** The bill list. */
export const billDefinition: ListDefinition<Bill> = {
  list: lists.bills,
  imports: { what: 'bills', needs: [importNeeds.bills] },
  exports: {
    area: 'bills',
    columns: {
      issued: 'issuedAt',
      due: 'dueAt',
      paid: 'paidAt',
      created: 'createdAt',
      amount: 'amount currency',
    },
  },
  searchHint: 'Search number, title, payer, amount',
  searched: (bill) => [
    bill.number,
    bill.title,
    referenceOf(bill.payer)?.name,
    ...amountTexts(bill.amount, bill.currency),
  ],
  columns: [
    textColumn('number', 'Number', (bill) => bill.number, {
      width: 110,
      least: 92,
      most: 160,
      priority: 3,
      sort: 'number',
    }),
    textColumn('title', 'Title', (bill) => bill.title, {
      width: 200,
      least: 180,
      grow: true,
      lines: 2,
    }),
    personColumn('payer', 'Payer', (bill) => bill.payer, { width: 150, priority: 5 }),
    moneyColumn('amount', 'Amount', (bill) => ({ amount: bill.amount, currency: bill.currency }), {
      width: 120,
      priority: 2,
      card: 'title',
      sort: 'amount',
    }),
    statusColumn('status', 'Status', (bill) => bill.status),
    timeColumn('due', 'Due', (bill) => bill.dueAt, {
      kind: 'planned',
      day: true,
      sort: 'dueAt',
      priority: 6,
    }),
    timeColumn('issued', 'Issued', (bill) => bill.issuedAt, {
      day: true,
      priority: 9,
      card: 'none',
    }),
    timeColumn('paid', 'Paid', (bill) => bill.paidAt, {
      empty: ({ status }) => status !== undefined && status.length > 0 && !status.includes('paid'),
      priority: 8,
      card: 'none',
    }),
    timeColumn('created', 'Created', (bill) => bill.createdAt, { sort: 'createdAt', hidden: true }),
    actionsColumn((bill) => <BillMenu bill={bill} />),
  ],
  filters: [
    {
      kind: 'choices',
      key: 'status',
      label: 'Status',
      choices: choicesOf(areas.bills.statuses),
    },
    { kind: 'currency', key: 'currency', label: 'Currency' },
    { kind: 'span', field: 'dueAt', label: 'Due' },
    {
      kind: 'id',
      key: 'payer',
      label: 'Payer',
      nameIn: (bill) => referenceOf(bill.payer)?.name ?? null,
    },
  ],
  title: (bill) =>
    [textOf(bill.number), textOf(bill.title)].filter(Boolean).join(' · ') || 'Unnumbered bill',
}
