import type { Bill } from '@steward/contract/bills'
import { permission } from '@steward/contract/permissions'
import { IconCash, IconPencil, IconTrash } from '@tabler/icons-react'
import { call } from '../../api/client.ts'
import { type DeepPartial, numberOf, textOf } from '../../api/read.ts'
import { replaceRecord } from '../../api/record-cache.ts'
import { recordIn } from '../../api/record-in.ts'
import { type Deletable, useDeleteWithUndo } from '../../shared/records/use-delete-with-undo.ts'
import { toast } from '../../ui/feedback/messages.tsx'
import { useOptimisticMutation } from '../../ui/feedback/use-optimistic-mutation.ts'
import { useEditing } from '../../ui/form/use-editing.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { ActionButtons, ActionsMenu, permitted } from '../../ui/record/record-actions.tsx'
import { keepBill, reloadTotals } from './bills.queries.ts'

/** What may be done with bills. */
export const mayBills = {
  update: permission('Operations', 'Bills', 'update'),
  delete: permission('Operations', 'Bills', 'delete'),
}

const removable: Deletable = {
  area: 'bills',
  one: 'bill',
  remove: (id) => call('bills.delete', { params: { id } }),
  restore: (id) => call('bills.restore', { params: { id } }),
  restoreCall: 'bills.restore',
  changed: (client) => void reloadTotals(client),
}

function useBillActions(bill: DeepPartial<Bill>, done?: () => void) {
  const can = useCan()
  const { edit } = useEditing()
  const { remove } = useDeleteWithUndo(removable)
  const { mutate } = useOptimisticMutation<{ message: string }>()
  const id = textOf(bill._id)
  if (id === null) return []
  const version = numberOf(bill.version)
  return permitted([
    can(mayBills.update) && { label: 'Edit', icon: IconPencil, act: () => edit(id) },
    can(mayBills.update) &&
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
              keepBill(client, id, recordIn<Bill>(answer, 'bill') ?? {})
              toast.success(answer.message || 'Bill marked as paid')
            },
          }),
      },
    can(mayBills.delete) && {
      label: 'Delete',
      icon: IconTrash,
      danger: true,
      act: () => {
        done?.()
        remove(id)
      },
    },
  ])
}

/** The menu of a bill's row. */
export function BillMenu({ bill }: { bill: DeepPartial<Bill> }) {
  return <ActionsMenu name={textOf(bill.number) ?? 'this bill'} actions={useBillActions(bill)} />
}

/** The same in the drawer, which a deletion closes. */
export function BillButtons(props: { bill: DeepPartial<Bill>; onDone: () => void }) {
  return <ActionButtons actions={useBillActions(props.bill, props.onDone)} />
}
