import type { NewRecordForm } from '../../shared/records/new-record.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { EventEditor } from './event-editor.tsx'

/** The form of a new event, which may start with a day. */
export function NewEvent({ start, leave, made }: NewRecordForm) {
  const day = start !== null && /^[12]\d{3}-\d\d-\d\d$/.test(start) ? start : null
  return (
    <Dialog onClose={leave} size="lg" title="New event">
      <EventEditor key={day} event={null} day={day} onCancel={leave} onDone={made} />
    </Dialog>
  )
}
