import type { Bill } from '@steward/contract/bills'
import { permission } from '@steward/contract/permissions'
import { IconBan, IconCash, IconPencil, IconSend } from '@tabler/icons-react'
import { call } from '../../api/client.ts'
import { type DeepPartial, isDeleted, textOf, timeOf } from '../../api/read.ts'
import type { Deletable } from '../../shared/records/deletable.ts'
import { useDeletion } from '../../shared/records/deletion-actions.tsx'
import { useChange } from '../../shared/records/use-change.ts'
import { useEdit } from '../../ui/form/use-editing.ts'
import { type Can, useCan } from '../../ui/permissions/permitted.tsx'
import { ActionButtons, ActionsMenu, permitted } from '../../ui/record/record-actions.tsx'
import { reloadTotals } from './bills.queries.ts'

const mayUpdate = permission('Operations', 'Bills', 'update')

/** Whether the person may change a bill as it stands. */
export const mayChange = (can: Can, bill: DeepPartial<Bill>): boolean =>
  can(mayUpdate) && !isDeleted(bill)

const deletable: Deletable<Bill> = {
  area: 'bills',
  name: (bill) => textOf(bill.number) ?? 'this bill',
  changed: (client) => void reloadTotals(client),
}

/**
 * When a draft is issued that has no such time. Said outright, since another server may not know that a draft is
 * issued once it is due; left out where it is due before now, as nothing is issued after it is due.
 */
function issuedNow(bill: DeepPartial<Bill>): { issuedAt?: string } {
  const now = Date.now()
  const due = timeOf(bill.dueAt)
  return bill.issuedAt || (due !== null && due < now)
    ? {}
    : { issuedAt: new Date(now).toISOString() }
}

function useBillActions(bill: DeepPartial<Bill>, close?: () => void) {
  const can = useCan()
  const edit = useEdit()
  const deletion = useDeletion(deletable, bill, { close })
  const change = useChange<Bill>({
    area: 'bills',
    named: 'bill',
    changed: (client) => void reloadTotals(client),
  })
  const id = textOf(bill._id)
  if (id === null) return []
  const may = mayChange(can, bill)
  const { status } = bill
  const become = (
    fields: { status: Bill['status']; issuedAt?: string },
    shown: Partial<Bill>,
    words: string,
  ) =>
    change(bill, deletable.name(bill), {
      shown: { ...fields, ...shown },
      send: (id, version) =>
        call('bills.update', { params: { id }, body: { data: { ...fields, ...version } } }),
      words,
    })
  return permitted([
    may && { label: 'Edit', icon: IconPencil, key: 'e', act: () => edit(id) },
    may &&
      status === 'draft' && {
        label: 'Issue',
        icon: IconSend,
        key: 's',
        act: () => become({ status: 'due', ...issuedNow(bill) }, {}, 'Bill issued'),
      },
    may &&
      status !== 'paid' &&
      status !== 'void' && {
        label: 'Mark as paid',
        icon: IconCash,
        key: 'm',
        act: () =>
          become({ status: 'paid' }, { paidAt: new Date().toISOString() }, 'Bill marked as paid'),
      },
    may &&
      status !== 'paid' &&
      status !== 'void' && {
        label: 'Void',
        icon: IconBan,
        act: () => become({ status: 'void' }, {}, 'Bill voided'),
      },
    ...deletion,
  ])
}

/** The menu of a bill's row. */
export function BillMenu({ bill }: { bill: DeepPartial<Bill> }) {
  return <ActionsMenu name={deletable.name(bill)} actions={useBillActions(bill)} />
}

/** The same in the drawer, which a deletion closes. */
export function BillButtons(props: { bill: DeepPartial<Bill>; onDone: () => void }) {
  return <ActionButtons actions={useBillActions(props.bill, props.onDone)} />
}
