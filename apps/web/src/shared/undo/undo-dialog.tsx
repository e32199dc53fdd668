import { Button } from '@mantine/core'
import type { AuditEntry } from '@steward/contract/system/audit-log'
import type { Failure } from '../../api/failure.ts'
import { textOf } from '../../api/read.ts'
import classes from '../../ui/feedback/dialog.module.css'
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx'
import { closeDialog } from '../../ui/feedback/open-dialog.ts'
import { CompareTable } from '../../ui/record/compare-table.tsx'
import { fieldOf } from '../audit-log/fields.ts'
import { AuditValue } from '../audit-log/value.tsx'
import { entryTitle } from '../audit-log/words.ts'
import { UndoSeveral } from './undo-several.tsx'
import { UndoSpan } from './undo-span.tsx'

export type UndoQuestion =
  /** Shows why one entry could not be undone. */
  | { kind: 'refused'; entry: AuditEntry; failure: Failure }
  /** Asks before all of a batch is undone; `words` say what it is, such as `one import`. */
  | { kind: 'batch'; batch: string; words: string }
  /** Asks before all that a person did is undone; `from` and `to` are days or times. */
  | { kind: 'span'; actor: string; from?: string | undefined; to?: string | undefined }

export function UndoDialog({ question }: { question: UndoQuestion }) {
  switch (question.kind) {
    case 'refused':
      return <RefusedDialog {...question} />
    case 'batch':
      return (
        <UndoSeveral
          key={question.batch}
          title={`Undo all of ${question.words}`}
          selected={{ id: question.batch }}
        />
      )
    case 'span':
      return <UndoSpan key={question.actor} {...question} />
  }
}

/** Shows why an entry could not be undone, field by field. */
function RefusedDialog(props: { entry: AuditEntry; failure: Failure }) {
  const { entry, failure } = props
  const area = entry.area ?? ''
  const fields = failure.entries.filter(({ path }) => path !== undefined)
  const rest = failure.entries.filter(
    ({ path, msg }) => path === undefined && msg !== failure.message,
  )
  const currency = textOf(entry.before?.['currency'] ?? entry.after?.['currency'])
  const before = (name: string) => {
    const value = entry.before?.[name] ?? null
    return <AuditValue field={fieldOf(area, name, value)} value={value} currency={currency} />
  }
  return (
    <Dialog
      onClose={closeDialog}
      size="lg"
      title={
        <>
          Couldn’t undo <bdi>{entryTitle(entry)}</bdi>
        </>
      }
    >
      <p className={classes.text}>
        <bdi>{failure.message}</bdi> Nothing was changed.
      </p>
      {rest.map(({ msg }) => (
        <p key={msg} className={classes.text}>
          <bdi>{msg}</bdi>
        </p>
      ))}
      {fields.length > 0 && (
        <CompareTable
          head={['Field', 'Would be restored to', 'Why not']}
          rows={fields.map(({ path = '', msg }) => ({
            key: path,
            head: fieldOf(area, path, null).label,
            cells: [before(path), <bdi key="why">{msg}</bdi>],
          }))}
        />
      )}
      <DialogActions>
        <Button data-autofocus onClick={closeDialog}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
