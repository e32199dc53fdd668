import { t } from '@steward/i18n/reader'
import { targetOf, typed } from '../../keys/key-context.ts'
import { useDocumentKey } from '../../keys/use-document-key.ts'
import { notice } from '../../messages/messages.tsx'
import { undoLastAct } from '../../messages/undo-stack.ts'

/** Dialogs, and drawers with a form in them: what is meant there is what is typed. */
const elsewhere = '[aria-modal=true]:not([data-record]), [aria-modal=true] form, [role=menu]'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** The keys of {@link useUndoKey}, as they are shown. */
// i18n-ignore: keys
export const undoKeys: readonly string[] = isMac ? ['⌘', 'Z'] : ['Ctrl', 'Z']

/** Undoes the person's last change by Ctrl+Z or ⌘Z, anywhere on a list's page except in fields. */
export function useUndoKey(): void {
  useDocumentKey((event) => {
    const isKey = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z'
    if (!isKey || event.shiftKey || event.altKey || event.defaultPrevented) return
    if (targetOf(event)?.closest(typed) || document.querySelector(elsewhere)) return
    event.preventDefault()
    if (!undoLastAct()) notice(t('Nothing to undo.'))
  })
}
