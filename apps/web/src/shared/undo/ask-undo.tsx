import type { AuditEntry } from '@steward/contract/system/audit-log'
import type { QueryClient } from '@tanstack/react-query'
import { type Failure, toFailure } from '../../api/failure.ts'
import { showFailure, toast } from '../../ui/feedback/messages.tsx'
import { closeDialog, openDialog } from '../../ui/feedback/open-dialog.ts'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import { takeBack } from './take-back.ts'

/** What is asked or said of an undo. */
export type UndoQuestion =
  /** One entry could not be taken back. */
  | { kind: 'refused'; entry: AuditEntry; failure: Failure }
  /** All of a batch; `words` say what it is, such as `one import`. */
  | { kind: 'batch'; batch: string; words: string }
  /** All that somebody did; `from` and `to` as a filter has them, a day or a time. */
  | { kind: 'span'; actor: string; from?: string | undefined; to?: string | undefined }

const UndoDialog = lazyPart(
  async () => (await import('./undo-dialog.tsx')).UndoDialog,
  null,
  closeDialog,
  'soon',
)

/** Asks before an undo of several entries, or says what stands in the way of one. */
export const askUndo = (question: UndoQuestion): void =>
  openDialog(<UndoDialog question={question} />)

/**
 * Takes an entry back at once, or its batch, and says so by a name; what stands in the way is shown field by field.
 * @param id of the entry or the batch
 */
export async function takeBackEntry(
  client: QueryClient,
  entry: AuditEntry,
  id: string,
  name: string,
): Promise<void> {
  try {
    const { message } = await takeBack(client, { id })
    toast.success(message || 'Undone', name)
  } catch (thrown) {
    const failure = toFailure(thrown)
    if (failure.status === 409) askUndo({ kind: 'refused', entry, failure })
    else showFailure(thrown)
    void client.invalidateQueries({ queryKey: ['auditLog.list'] })
  }
}
