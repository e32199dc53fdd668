import type { Bill } from '@steward/contract/bills/bills'
import { billFields } from '@steward/contract/bills/bills.fields'
import { type DeepPartial, referenceOf } from '../../api/read.ts'
import { RecordHistory } from '../../shared/audit-log/record-history.tsx'
import { useEditing } from '../../ui/form/use-editing.ts'
import { Text } from '../../ui/format/text.tsx'
import { FilterLink } from '../../ui/list/url/filter-link.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { FieldList } from '../../ui/record/field-list.tsx'
import { PersonLink } from '../../ui/record/person-link.tsx'
import { Block, Leaving } from '../../ui/record/record-fields.tsx'
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
      <FieldList
        fields={billFields}
        record={bill}
        first={['amount', 'status']}
        own={{
          payer: (
            <>
              <PersonLink person={bill.payer} />
              {payer && (
                <FilterLink to="/bills" search={{ payer: [payer] }}>
                  All bills for this payer
                </FilterLink>
              )}
            </>
          ),
        }}
      />
      <Block title="Notes">
        <Text value={bill.notes} />
      </Block>
      <RecordHistory id={bill._id} />
    </Leaving>
  )
}
