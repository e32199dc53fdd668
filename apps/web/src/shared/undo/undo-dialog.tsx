import { BatchDialog } from './batch-dialog.tsx'
import { RefusedDialog } from './refused-dialog.tsx'
import { SpanDialog } from './span-dialog.tsx'
import type { UndoQuestion } from './undo.store.ts'

/** Asks before an undo of several entries, or says what stands in the way of one. */
export function UndoDialog({ question }: { question: UndoQuestion }) {
  switch (question.kind) {
    case 'refused':
      return <RefusedDialog {...question} />
    case 'batch':
      return <BatchDialog key={question.batch} {...question} />
    case 'span':
      return <SpanDialog key={question.actor} {...question} />
  }
}
