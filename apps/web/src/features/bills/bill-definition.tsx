import { billFields } from '@steward/contract/bills/bills.fields'
import { importNeeds } from '@steward/contract/imports/imports.routes'
import { msg, t } from '@steward/i18n/reader'
import type { Bill } from '../../api/answers/records.ts'
import { lists } from '../../shared/lists/lists.ts'
import { besideEachOther } from '../../ui/format/phrases.ts'
import { defineList } from '../../ui/list/screen/define-list.tsx'
import { columnsFor } from '../../ui/list/table/field-columns.tsx'
import { BillMenu } from './bill-actions.tsx'

export const billDefinition = defineList<Bill>(billFields, {
  list: lists.bills,
  imports: { what: 'bills', needs: [importNeeds.bills] },
  exports: 'bills',
  columns: columnsFor<Bill>(billFields, {
    number: { width: 110, least: 92, most: 160, priority: 3 },
    title: { width: 200, least: 180, grow: true, lines: 2 },
    payer: { width: 150, priority: 5 },
    amount: { priority: 2, card: 'title' },
    status: {},
    dueAt: { kind: 'planned', sortName: msg('due date'), priority: 6 },
    issuedAt: { priority: 9, card: 'none' },
    paidAt: {
      empty: ({ status }) => status !== undefined && status.length > 0 && !status.includes('paid'),
      priority: 8,
      card: 'none',
    },
    createdAt: { hidden: true },
  }),
  actions: (bill) => <BillMenu record={bill} />,
  filters: { status: {}, currency: {}, payer: {} },
  title: (bill) => besideEachOther([bill.number, bill.title]) || t('Unnumbered bill'),
})
