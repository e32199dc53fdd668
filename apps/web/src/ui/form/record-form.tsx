import { Button } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { notice } from '../feedback/messages.tsx'
import { EditConflictDialog } from './edit-conflict-dialog.tsx'
import { Form } from './form.tsx'
import classes from './record-form.module.css'
import { SavedMeanwhile, useTellEditing } from './saved-meanwhile.tsx'
import { UnsavedChangesDialog } from './unsaved-changes-dialog.tsx'
import type { useRecordForm } from './use-record-form.ts'

type Editing = ReturnType<typeof useRecordForm>
/** The part of the form that its shell needs, whatever its fields are. */
type Shell = Pick<
  Editing,
  'element' | 'draft' | 'restored' | 'base' | 'isPending' | 'save' | 'conflict' | 'meanwhile'
>

interface ShellProps {
  /** The record in words, such as `bill`. */
  what: string
  editing: Shell
  children: ReactNode
}

/**
 * A record's form in a drawer or a dialog, whose record is named by `edit` in the URL.
 * @param props.onCancel leaves the form; asks where something is unsaved
 */
export function DrawerForm(props: ShellProps & { saveLabel: string; onCancel: () => void }) {
  const { editing } = props
  const unchanged = editing.base !== null && !editing.draft.unsaved()
  useTellEditing(true)
  useFocusInPlace(editing.element)
  return (
    <Form element={editing.element} className={classes.form} onSubmit={editing.save}>
      <div className={classes.fields}>{props.children}</div>
      <div className={classes.bar}>
        <SavedMeanwhile onLook={editing.meanwhile} />
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={editing.isPending} disabled={unchanged}>
          {props.saveLabel}
        </Button>
      </div>
      <UnsavedChangesDialog draft={editing.draft} within="edit" />
      <EditConflictDialog what={props.what} {...editing.conflict} />
    </Form>
  )
}

/** A form that replaces what had the focus gives it to its first field, and to the drawer's title once it goes. */
function useFocusInPlace(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const isLost = () => document.activeElement === document.body
    const drawer = form.current?.closest('[data-record]')
    if (isLost()) form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
    return () => {
      setTimeout(() => {
        if (isLost()) drawer?.querySelector<HTMLElement>('h2')?.focus()
      })
    }
  }, [form])
}

/**
 * A record's form on a page of its own. Says so where a draft was found.
 * @param props.bar always in sight; absent for a form that can only be read
 * @param props.onSubmit in place of saving at once
 */
export function PageForm(props: ShellProps & { bar?: ReactNode; onSubmit?: () => void }) {
  const { editing } = props
  useEffect(() => {
    if (editing.restored) notice('Your unsaved changes were restored.')
  }, [editing.restored])
  useTellEditing(editing.base !== null && editing.draft.unsaved())
  return (
    <Form
      element={editing.element}
      className={classes.page}
      onSubmit={props.onSubmit ?? editing.save}
    >
      <SavedMeanwhile onLook={editing.meanwhile} />
      {props.children}
      {props.bar}
      <EditConflictDialog what={props.what} {...editing.conflict} />
      <UnsavedChangesDialog draft={editing.draft} />
    </Form>
  )
}

/** Fields beside each other, where there is room. */
export const FieldRow = (props: { children: ReactNode }) => (
  <div className={classes.row}>{props.children}</div>
)
