import type { Bill } from '@steward/contract/bills'
import { permission } from '@steward/contract/permissions'
import { IconCash, IconPencil } from '@tabler/icons-react'
import { call } from '../../api/client.ts'
import { type DeepPartial, isDeleted, numberOf, textOf } from '../../api/read.ts'
import { replaceRecord } from '../../api/record-cache.ts'
import { recordIn } from '../../api/record-in.ts'
import type { Deletable } from '../../shared/records/deletable.ts'
import { useDeletion } from '../../shared/records/deletion-actions.tsx'
import { useNoteChange } from '../../shared/undo/note-change.ts'
import { toast } from '../../ui/feedback/messages.tsx'
import { useOptimisticMutation } from '../../ui/feedback/use-optimistic-mutation.ts'
import { useEdit } from '../../ui/form/use-editing.ts'
import { type Can, useCan } from '../../ui/permissions/permitted.tsx'
import { ActionButtons, ActionsMenu, permitted } from '../../ui/record/record-actions.tsx'
import { keepBill, reloadTotals } from './bills.queries.ts'

const mayUpdate = permission('Operations', 'Bills', 'update')

/** Whether the person may change a bill as it stands. */
export const mayChange = (can: Can, bill: DeepPartial<Bill>): boolean =>
  can(mayUpdate) && !isDeleted(bill)

const deletable: Deletable<Bill> = {
  area: 'bills',
  name: (bill) => textOf(bill.number) ?? 'this bill',
  changed: (client) => void reloadTotals(client),
}

function useBillActions(bill: DeepPartial<Bill>, close?: () => void) {
  const can = useCan()
  const edit = useEdit()
  const deletion = useDeletion(deletable, bill, { close })
  const { mutate } = useOptimisticMutation<{ message: string }>()
  const note = useNoteChange()
  const id = textOf(bill._id)
  if (id === null) return []
  const name = deletable.name(bill)
  const version = numberOf(bill.version)
  return permitted([
    mayChange(can, bill) && { label: 'Edit', icon: IconPencil, act: () => edit(id) },
    mayChange(can, bill) &&
      bill.status !== 'paid' &&
      bill.status !== 'void' && {
        label: 'Mark as paid',
        icon: IconCash,
        act: () =>
          mutate({
            apply: (client) =>
              replaceRecord<Bill>(client, 'bills', id, {
                status: 'paid',
                paidAt: new Date().toISOString(),
              }),
            send: () =>
              call('bills.update', {
                params: { id },
                body: { data: { status: 'paid', ...(version === null ? {} : { version }) } },
              }),
            done: (answer, client) => {
              const told = recordIn<Bill>(answer, 'bill')
              keepBill(client, id, told ?? {})
              toast.success(answer.message || 'Bill marked as paid', name)
              note(told, { name })
            },
          }),
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
