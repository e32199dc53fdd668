import { Button, Radio } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { useState } from 'react'
import classes from '../dialog/dialog.module.css'
import { Dialog, DialogActions } from '../dialog/dialog.tsx'
import { listed } from '../format/locale.ts'
import { CompareTable } from '../record/compare-table.tsx'
import type { Conflict } from './merge-edits.ts'

interface Props {
  by: string | null
  /** Fields that both changed; may be empty if the record was saved too often meanwhile. */
  conflicts: readonly Conflict[]
  /** Labels of the fields that only the other person changed. */
  theirs: readonly string[]
  /** Saves; `taken` names the fields that keep the other person's value. */
  onSave: (taken: readonly string[]) => void
}

/** On 409 out_of_date with changes of the same fields: chooses field by field; closing returns to the form. */
export function EditConflictDialog(
  props: Props & { opened: boolean; what: string; onClose: () => void },
) {
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      size="lg"
      title={`Somebody else changed this ${props.what}`}
    >
      <Choices {...props} />
    </Dialog>
  )
}

function Choices({ by, conflicts, theirs, onSave }: Props) {
  const [taken, setTaken] = useState<readonly string[]>([])
  const choice = ({ name, label }: Conflict, take: boolean, words: string) => (
    <Radio
      size="xs"
      name={name}
      aria-label={`${label}: ${take ? 'theirs' : 'yours'}, ${words || 'empty'}`}
      label={<bdi>{words || '—'}</bdi>}
      checked={taken.includes(name) === take}
      onChange={() => setTaken([...taken.filter((each) => each !== name), ...(take ? [name] : [])])}
    />
  )
  return (
    <>
      <p className={classes.text}>
        <bdi>{by ?? 'Somebody else'}</bdi> saved this after you opened it. Your changes aren’t saved
        yet.
        {theirs.length > 0 && ` Only they changed ${listed(theirs)}, which is kept.`}
      </p>
      {conflicts.length > 0 && (
        <CompareTable
          head={['Field', 'Yours', 'Theirs']}
          rows={conflicts.map((conflict) => ({
            key: conflict.name,
            head: conflict.label,
            cells: [
              choice(conflict, false, conflict.mine),
              choice(conflict, true, conflict.theirs),
            ],
          }))}
        />
      )}
      <DialogActions>
        <Button variant="filled" data-autofocus onClick={() => onSave(taken)}>
          {conflicts.length > 0 ? 'Save these choices' : 'Save'}
        </Button>
      </DialogActions>
    </>
  )
}
