import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { EditConflictDialog } from './edit-conflict-dialog.tsx'
import { Form } from './form.tsx'
import classes from './record-form.module.css'
import { UnsavedChangesDialog } from './unsaved-changes-dialog.tsx'
import type { useRecordForm } from './use-record-form.ts'

type Editing = ReturnType<typeof useRecordForm>
/** The part of the form that its shell needs, whatever its fields are. */
type Shell = Pick<Editing, 'element' | 'draft' | 'isPending' | 'unchanged' | 'save' | 'conflict'>

/**
 * The shell of a record's form: its fields, the buttons, the question before it is left unsaved, and
 * what to do where somebody else has saved the record meanwhile.
 * @param props.what the record in words, such as `bill`
 * @param props.onCancel leaves the form; asks where something is unsaved
 */
export function RecordForm(props: {
  what: string
  saveLabel: string
  editing: Shell
  onCancel: () => void
  children: ReactNode
}) {
  const { editing } = props
  return (
    <Form element={editing.element} className={classes.form} onSubmit={editing.save}>
      <div className={classes.fields}>{props.children}</div>
      <div className={classes.bar}>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={editing.isPending} disabled={editing.unchanged}>
          {props.saveLabel}
        </Button>
      </div>
      <UnsavedChangesDialog draft={editing.draft} within="edit" />
      <EditConflictDialog what={props.what} {...editing.conflict} />
    </Form>
  )
}

/** Fields beside each other, where there is room. */
export const FieldRow = (props: { children: ReactNode }) => (
  <div className={classes.row}>{props.children}</div>
)
