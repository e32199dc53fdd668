import type { Bill } from '@steward/contract/bills'
import { type DeepPartial, referenceOf } from '../../api/read.ts'
import { RecordHistory } from '../../shared/audit-log/record-history.tsx'
import { useEditing } from '../../ui/form/use-editing.ts'
import { Money } from '../../ui/format/money.tsx'
import { Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { FilterLink } from '../../ui/list/filter-link.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { PersonLink } from '../../ui/record/person-link.tsx'
import { Block, Field, Fields, IdField, Leaving } from '../../ui/record/record-fields.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { BillButtons, mayChange } from './bill-actions.tsx'
import { BillEditor } from './bill-editor.tsx'

/**
 * A bill, whole, or its form.
 * @param props.onDone called once the bill is deleted
 */
export function BillRecord(props: { bill: DeepPartial<Bill>; onDone: () => void }) {
  const { bill } = props
  const payer = referenceOf(bill.payer)?.id
  const can = useCan()
  const { editing, coming, leave } = useEditing()
  if (editing !== null && editing === bill._id && mayChange(can, bill))
    return <BillEditor key={editing} bill={bill} onDone={() => leave()} />
  return (
    <Leaving on={coming}>
      <BillButtons bill={bill} onDone={props.onDone} />
      <Fields>
        <Field label="Amount">
          <Money amount={bill.amount} currency={bill.currency} />
        </Field>
        <Field label="Status">
          <StatusBadge status={bill.status} />
        </Field>
        <Field label="Number">
          <Text value={bill.number} />
        </Field>
        <Field label="Title">
          <Text value={bill.title} />
        </Field>
        <Field label="Payer">
          <PersonLink person={bill.payer} />
          {payer && (
            <FilterLink to="/bills" search={{ payer: [payer] }}>
              All bills for this payer
            </FilterLink>
          )}
        </Field>
        <Field label="Issued">
          <Time at={bill.issuedAt} kind="planned" day whole />
        </Field>
        <Field label="Due">
          <Time at={bill.dueAt} kind="planned" day whole />
        </Field>
        <Field label="Paid">
          <Time at={bill.paidAt} whole />
        </Field>
        <Field label="Created">
          <Time at={bill.createdAt} whole />
        </Field>
        <Field label="Updated">
          <Time at={bill.updatedAt} whole />
        </Field>
        <IdField id={bill._id} />
      </Fields>
      <Block title="Notes">
        <Text value={bill.notes} />
      </Block>
      <RecordHistory id={bill._id} />
    </Leaving>
  )
}
