import type { NewRecordForm } from '../../shared/records/new-record.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { PollEditor } from './poll-editor.tsx'

/** The form of a new poll or survey. */
export function NewPoll({ leave, made }: NewRecordForm) {
  return (
    <Dialog onClose={leave} size="lg" title="New poll or survey">
      <PollEditor poll={null} onCancel={leave} onDone={made} />
    </Dialog>
  )
}
