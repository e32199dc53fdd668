import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { areas } from '@steward/contract/areas/areas'
import type { Bill } from '@steward/contract/bills/bills'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { type DeepPartial, textOf } from '../../api/read.ts'
import { PersonField } from '../../shared/people/person-field.tsx'
import { useEditHistory } from '../../shared/undo/note-change.ts'
import { choicesWith } from '../../ui/form/choices-with.ts'
import { DrawerForm, FieldRow } from '../../ui/form/record-form.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { choicesOf } from '../../ui/list/table/columns.tsx'
import { billForm, newBill } from './bill-form.ts'
import { cacheBill, nextNumberOptions, putNewBill } from './bills.queries.ts'
import { currencyChoices } from './currency-choices.ts'

const none: readonly string[] = []

/**
 * The form of a bill.
 * @param props.bill null for a new one, which is a draft unless said otherwise
 * @param props.used currencies of other bills, the most frequent first, which a new one begins with
 * @param props.onDone called with its id once it is saved, or given up
 */
export function BillEditor(props: {
  bill: DeepPartial<Bill> | null
  used?: readonly string[]
  onDone: (id?: string | null) => void
}) {
  const { bill, used = none } = props
  const client = useQueryClient()
  const history = useEditHistory<DeepPartial<Bill>>((bill) => textOf(bill.number) ?? 'this bill')
  const editing = useRecordForm({
    draftKey: `/bills/${bill ? (textOf(bill._id) ?? '') : 'new'}`,
    record: bill,
    named: 'bill',
    fields: billForm(bill, used[0]),
    prefix: 'data.',
    send: (data, base) =>
      base === null
        ? call('bills.create', { body: { data: newBill(data) } })
        : call('bills.update', { params: { id: textOf(base._id) ?? '' }, body: { data } }),
    ...history,
    keep: (saved, base) => {
      const id = textOf(base?._id) ?? textOf(saved?._id) ?? ''
      if (base) cacheBill(client, id, saved ?? {})
      else putNewBill(client, id, saved)
    },
    done: (saved, base) => props.onDone(textOf(saved?._id) ?? textOf(base?._id)),
  })
  const { input } = editing
  const { status } = editing.form.getValues()
  const isNew = bill === null
  const { data: suggested } = useQuery({ ...nextNumberOptions(), enabled: isNew })
  return (
    <DrawerForm
      what="bill"
      saveLabel={isNew ? 'Create bill' : 'Save bill'}
      editing={editing}
      onCancel={() => props.onDone()}
    >
      <FieldRow>
        <TextInput
          {...input('number')}
          data-autofocus
          dir="auto"
          {...(isNew && {
            placeholder: suggested,
            description: suggested
              ? `Leave empty to use the next number: ${suggested}`
              : 'Leave empty to use the next number',
            inputWrapperOrder: ['label', 'input', 'description', 'error'],
          })}
        />
        <NativeSelect
          {...input('status')}
          {...(bill?.status === 'paid' &&
            status !== 'paid' && {
              description: 'Saving clears the payment date',
              inputWrapperOrder: ['label', 'input', 'description', 'error'],
            })}
          data={choicesWith(choicesOf(areas.bills.statuses), isNew ? 'draft' : textOf(bill.status))}
        />
      </FieldRow>
      <TextInput {...input('title')} dir="auto" />
      <PersonField {...input('payer')} />
      <FieldRow>
        <TextInput {...input('amount')} inputMode="decimal" autoComplete="off" />
        <NativeSelect {...input('currency')} data={currencyChoices(textOf(bill?.currency), used)} />
      </FieldRow>
      <FieldRow>
        <TextInput type="date" {...input('issuedAt')} />
        <TextInput type="date" {...input('dueAt')} />
      </FieldRow>
      {status === 'paid' && (
        <TextInput
          type="datetime-local"
          {...input('paidAt')}
          {...(bill?.status !== 'paid' && {
            description: 'Leave empty to use the time of saving',
            inputWrapperOrder: ['label', 'input', 'description', 'error'],
          })}
        />
      )}
      <Textarea {...input('notes')} dir="auto" rows={5} />
    </DrawerForm>
  )
}
