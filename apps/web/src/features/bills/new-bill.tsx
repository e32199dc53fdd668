import type { NewRecordForm } from '../../shared/records/new-record.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { BillEditor } from './bill-editor.tsx'

/** The form of a new bill. */
export function NewBill({ leave, made }: NewRecordForm) {
  return (
    <Dialog onClose={leave} size="lg" title="New bill">
      <BillEditor bill={null} onDone={(id) => (id === undefined ? leave() : made(id))} />
    </Dialog>
  )
}
