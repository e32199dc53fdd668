import { Button, Radio } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { useState } from 'react'
import classes from '../dialog/dialog.module.css'
import { Dialog, DialogActions } from '../dialog/dialog.tsx'
import { rich } from '../format/rich.tsx'
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
      // i18n: {what} is a noun such as “bill”
      title={t('Somebody else changed this {what}', { what: t(props.what) })}
    >
      <Choices {...props} />
    </Dialog>
  )
}

function Choices({ by, conflicts, theirs, onSave }: Props) {
  const [taken, setTaken] = useState<readonly string[]>([])
  // i18n: a field without a value
  const noValue = t('empty')
  const choice = ({ name, label }: Conflict, take: boolean, words: string) => (
    <Radio
      size="xs"
      name={name}
      aria-label={
        take
          ? // i18n: the value that somebody else has saved
            t('{field}: theirs, {value}', { field: label, value: words || noValue })
          : // i18n: the value that you have typed
            t('{field}: yours, {value}', { field: label, value: words || noValue })
      }
      label={<bdi>{words || '—'}</bdi>}
      checked={taken.includes(name) === take}
      onChange={() => setTaken([...taken.filter((each) => each !== name), ...(take ? [name] : [])])}
    />
  )
  return (
    <>
      <p className={classes.text}>
        {by === null
          ? t('Somebody else saved this after you opened it. Your changes aren’t saved yet.')
          : rich('{person} saved this after you opened it. Your changes aren’t saved yet.', {
              person: <bdi>{by}</bdi>,
            })}
        {theirs.length > 0 &&
          ` ${t('Only they changed {fields}, which is kept.', { fields: theirs })}`}
      </p>
      {conflicts.length > 0 && (
        <CompareTable
          // i18n: values of a record: your own ones and those of somebody else
          head={[t('Field'), t('Yours'), t('Theirs')]}
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
          {conflicts.length > 0 ? t('Save these choices') : t('Save')}
        </Button>
      </DialogActions>
    </>
  )
}
