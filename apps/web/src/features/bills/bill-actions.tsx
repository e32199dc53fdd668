import type { Bill } from '@steward/contract/bills/bills'
import { permission } from '@steward/contract/permissions/permissions'
import { IconBan, IconCalendarDollar, IconCash, IconPencil, IconSend } from '@tabler/icons-react'
import { type DeepPartial, isDeleted, textOf, timeOf } from '../../api/read.ts'
import { useDeletion } from '../../shared/records/deletion-actions.tsx'
import { useEdit } from '../../ui/form/use-editing.ts'
import { localTime, midnightOf } from '../../ui/format/local-time.ts'
import { type Can, useCan } from '../../ui/permissions/permitted.tsx'
import { ActionButtons, ActionsMenu, permitted } from '../../ui/record/record-actions.tsx'
import { askPayment } from './payment-question.store.ts'
import { billDeletion, useChangeBill } from './use-change-bill.ts'

const mayUpdate = permission('Operations', 'Bills', 'update')

/** Whether the person may change a bill as it stands. */
export const mayChange = (can: Can, bill: DeepPartial<Bill>): boolean =>
  can(mayUpdate) && !isDeleted(bill)

/**
 * When a draft is issued that has no such time. Said outright, since another server may not know that a draft is
 * issued once it is due; left out where it is due before today, as nothing is issued after it is due.
 */
function issuedNow(bill: DeepPartial<Bill>): { issuedAt?: string } {
  const today = midnightOf(localTime(Date.now()).slice(0, 10)) ?? ''
  const due = timeOf(bill.dueAt)
  return bill.issuedAt || (due !== null && due < Date.parse(today)) ? {} : { issuedAt: today }
}

function useBillActions(bill: DeepPartial<Bill>, close?: () => void) {
  const can = useCan()
  const edit = useEdit()
  const deletion = useDeletion(billDeletion, bill, { close })
  const change = useChangeBill()
  const id = textOf(bill._id)
  if (id === null) return []
  const may = mayChange(can, bill)
  const { status } = bill
  const isOpen = may && status !== 'paid' && status !== 'void'
  return permitted([
    may && { label: 'Edit', icon: IconPencil, key: 'e', act: () => edit(id) },
    may &&
      status === 'draft' && {
        label: 'Issue',
        icon: IconSend,
        key: 's',
        act: () => change(bill, { status: 'due', ...issuedNow(bill) }, 'Bill issued'),
      },
    isOpen && {
      label: 'Mark as paid',
      icon: IconCash,
      key: 'm',
      act: () => change(bill, { status: 'paid' }, 'Bill marked as paid'),
    },
    isOpen && {
      label: 'Mark as paid on…',
      icon: IconCalendarDollar,
      key: 'o',
      act: () => askPayment(bill),
    },
    isOpen && {
      label: 'Void',
      icon: IconBan,
      act: () => change(bill, { status: 'void' }, 'Bill voided'),
    },
    ...deletion,
  ])
}

/** The menu of a bill's row. */
export function BillMenu({ bill }: { bill: DeepPartial<Bill> }) {
  return <ActionsMenu name={billDeletion.name(bill)} actions={useBillActions(bill)} />
}

/** The same in the drawer, which a deletion closes. */
export function BillButtons(props: { bill: DeepPartial<Bill>; onDone: () => void }) {
  return <ActionButtons actions={useBillActions(props.bill, props.onDone)} />
}
