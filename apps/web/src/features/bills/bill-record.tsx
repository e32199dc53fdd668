import { billFields } from '@steward/contract/bills/bills.fields'
import { t } from '@steward/i18n/reader'
import type { Bill } from '../../api/answers/records.ts'
import type { RecordProps } from '../../shared/records/area-actions.tsx'
import { RecordView } from '../../shared/records/record-view.tsx'
import { PersonAndTheirs } from '../../ui/list/filters/filter-link.tsx'
import { FieldList } from '../../ui/record/field-list.tsx'
import { NoteBlock } from '../../ui/record/note-block.tsx'
import { BillButtons } from './bill-actions.tsx'
import { BillEditor } from './bill-editor.tsx'
import { bills } from './bills.ts'

export const BillRecord = (props: RecordProps<Bill>) => (
  <RecordView of={bills} Buttons={BillButtons} Form={BillEditor} {...props}>
    <FieldList
      fields={billFields}
      record={props.record}
      first={['amount', 'status']}
      own={{
        payer: (
          <PersonAndTheirs person={props.record.payer} to="/bills" by="payer">
            {t('All bills for this payer')}
          </PersonAndTheirs>
        ),
      }}
    />
    <NoteBlock record={props.record} name="notes" title={t('Notes')} />
  </RecordView>
)
