import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { areas } from '@steward/contract/areas'
import type { Bill } from '@steward/contract/bills'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { type DeepPartial, numberOf, referenceOf, textOf } from '../../api/read.ts'
import { FieldRow, RecordForm } from '../../ui/form/record-form.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { choicesOf } from '../../ui/list/columns.tsx'
import { billChanges, billLabels, billValues, checkBill } from './bill-form.ts'
import { keepBill } from './bills.queries.ts'

/**
 * The form of a bill, in its drawer.
 * @param props.onDone called once it is saved, or given up
 */
export function BillEditor(props: { bill: DeepPartial<Bill>; onDone: () => void }) {
  const { bill } = props
  const id = textOf(bill._id) ?? ''
  const client = useQueryClient()
  const editing = useRecordForm({
    draftKey: `/bills/${id}`,
    record: bill,
    valuesOf: billValues,
    labels: billLabels,
    prefix: 'data.',
    check: checkBill,
    send: (values, before, base) => {
      const version = numberOf(base?.version)
      const data = { ...billChanges(values, before), ...(version === null ? {} : { version }) }
      return call('bills.update', { params: { id }, body: { data } })
    },
    saved: (saved: Bill) => keepBill(client, id, saved),
    done: props.onDone,
  })
  const { form } = editing
  const field = (name: keyof typeof billLabels) => ({
    label: billLabels[name],
    ...form.getInputProps(name),
  })
  const status = form.getValues().status
  const hasAccount = referenceOf(bill.payer)?.id != null
  return (
    <RecordForm what="bill" saveLabel="Save bill" editing={editing} onCancel={props.onDone}>
      <FieldRow>
        <TextInput {...field('number')} data-autofocus dir="auto" />
        <NativeSelect
          {...field('status')}
          description={
            status === 'paid'
              ? 'Saving sets the time of payment'
              : bill.status === 'paid'
                ? 'Saving clears the time of payment'
                : undefined
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={choicesOf(areas.bills.statuses)}
        />
      </FieldRow>
      <TextInput {...field('title')} dir="auto" />
      <TextInput
        {...field('payer')}
        dir="auto"
        description={
          hasAccount ? 'Another name takes the bill off this person’s account' : undefined
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <FieldRow>
        <TextInput {...field('amount')} inputMode="decimal" autoComplete="off" />
        <TextInput
          {...field('currency')}
          maxLength={3}
          autoComplete="off"
          autoCapitalize="characters"
        />
      </FieldRow>
      <FieldRow>
        <TextInput type="datetime-local" {...field('issuedAt')} />
        <TextInput type="datetime-local" {...field('dueAt')} />
      </FieldRow>
      <Textarea {...field('notes')} dir="auto" rows={5} />
    </RecordForm>
  )
}
