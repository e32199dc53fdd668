import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { areas } from '@steward/contract/areas'
import type { Bill } from '@steward/contract/bills'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { type DeepPartial, referenceOf, textOf } from '../../api/read.ts'
import { useEditHistory } from '../../shared/undo/note-change.ts'
import { choicesWith } from '../../ui/form/choices-with.ts'
import { DrawerForm, FieldRow } from '../../ui/form/record-form.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { choicesOf } from '../../ui/list/columns.tsx'
import { billFields } from './bill-form.ts'
import { keepBill } from './bills.queries.ts'

/**
 * The form of a bill, in its drawer.
 * @param props.onDone called once it is saved, or given up
 */
export function BillEditor(props: { bill: DeepPartial<Bill>; onDone: () => void }) {
  const { bill } = props
  const id = textOf(bill._id) ?? ''
  const client = useQueryClient()
  const history = useEditHistory<DeepPartial<Bill>>((bill) => textOf(bill.number) ?? 'this bill')
  const editing = useRecordForm({
    draftKey: `/bills/${id}`,
    record: bill,
    named: 'bill',
    fields: billFields(bill),
    prefix: 'data.',
    send: (data) => call('bills.update', { params: { id }, body: { data } }),
    ...history,
    keep: (saved) => keepBill(client, id, saved ?? {}),
    done: props.onDone,
  })
  const { input } = editing
  const { status } = editing.form.getValues()
  const hasAccount = referenceOf(bill.payer)?.id != null
  return (
    <DrawerForm what="bill" saveLabel="Save bill" editing={editing} onCancel={props.onDone}>
      <FieldRow>
        <TextInput {...input('number')} data-autofocus dir="auto" />
        <NativeSelect
          {...input('status')}
          description={
            status === 'paid'
              ? 'Saving sets the time of payment'
              : bill.status === 'paid'
                ? 'Saving clears the time of payment'
                : undefined
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={choicesWith(choicesOf(areas.bills.statuses), textOf(bill.status))}
        />
      </FieldRow>
      <TextInput {...input('title')} dir="auto" />
      <TextInput
        {...input('payer')}
        dir="auto"
        description={
          hasAccount ? 'Another name takes the bill off this person’s account' : undefined
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <FieldRow>
        <TextInput {...input('amount')} inputMode="decimal" autoComplete="off" />
        <TextInput
          {...input('currency')}
          maxLength={3}
          autoComplete="off"
          autoCapitalize="characters"
        />
      </FieldRow>
      <FieldRow>
        <TextInput type="datetime-local" {...input('issuedAt')} />
        <TextInput type="datetime-local" {...input('dueAt')} />
      </FieldRow>
      <Textarea {...input('notes')} dir="auto" rows={5} />
    </DrawerForm>
  )
}
