import type { AuditEntry } from '@steward/contract/audit-log/audit-log'
import { t } from '@steward/i18n/reader'
import type { QueryClient } from '@tanstack/react-query'
import { toFailure } from '../../api/failure.ts'
import { openDialog } from '../../ui/dialog/open-dialog.ts'
import { showFailure, toast } from '../../ui/messages/messages.tsx'
import { dialogPart } from '../../ui/page/lazy-part.tsx'
import type { UndoQuestion } from './undo-dialog.tsx'
import { undoOnServer } from './undo-on-server.ts'

const UndoDialog = dialogPart(async () => (await import('./undo-dialog.tsx')).UndoDialog)

export const askUndo = (question: UndoQuestion): void =>
  openDialog(<UndoDialog question={question} />)

/** Undoes an entry or its batch at once, with a toast by name; conflicts are shown field by field. */
export async function undoEntry(
  client: QueryClient,
  entry: AuditEntry,
  id: string,
  name: string,
): Promise<void> {
  try {
    const { message } = await undoOnServer(client, { id })
    toast.success(message || t('Undone'), name)
  } catch (thrown) {
    const failure = toFailure(thrown)
    if (failure.status === 409) askUndo({ kind: 'refused', entry, failure })
    else showFailure(thrown)
    void client.invalidateQueries({ queryKey: ['auditLog.list'] })
  }
}
