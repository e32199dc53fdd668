import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { Form } from '../dialog/form.tsx'
import { notice } from '../messages/messages.tsx'
import { EditConflictDialog } from './edit-conflict-dialog.tsx'
import classes from './record-form.module.css'
import { SavedMeanwhile, useTellEditing } from './saved-meanwhile.tsx'
import { UnsavedChangesDialog } from './unsaved-changes-dialog.tsx'
import type { useRecordForm } from './use-record-form.ts'

type Editing = ReturnType<typeof useRecordForm>
type Shell = Pick<
  Editing,
  'element' | 'draft' | 'restored' | 'base' | 'isPending' | 'save' | 'conflict' | 'meanwhile'
>

interface ShellProps {
  /** The word for the record, such as `bill`. */
  what: string
  editing: Shell
  children: ReactNode
}

/** The form of the record that `edit` in the URL names; `onCancel` asks if something is unsaved. */
export function DrawerForm(props: ShellProps & { saveLabel: string; onCancel: () => void }) {
  const { editing } = props
  const unchanged = editing.base !== null && !editing.draft.unsaved()
  useTellEditing(true)
  useFocusInPlace(editing.element)
  return (
    <Form element={editing.element} className="stack gap-20" onSubmit={editing.save}>
      <div className="grid gap-16">{props.children}</div>
      <div className="flex wrap to-end gap-8 bar-below" style={{ paddingBlock: 12 }}>
        <SavedMeanwhile onLook={editing.meanwhile} />
        <Button onClick={props.onCancel}>{t('Cancel')}</Button>
        <Button variant="filled" type="submit" loading={editing.isPending} disabled={unchanged}>
          {props.saveLabel}
        </Button>
      </div>
      <UnsavedChangesDialog draft={editing.draft} within="edit" />
      <EditConflictDialog what={props.what} {...editing.conflict} />
    </Form>
  )
}

/** Focuses the first field if the focused element is gone; on leaving, the drawer's title. */
function useFocusInPlace(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const isLost = () => document.activeElement === document.body
    const drawer = form.current?.closest('[data-record]')
    // A field that the role hides or locks can’t take it.
    // i18n-ignore: a selector
    const first = ':is(input, select, textarea):enabled:not([hidden])'
    if (isLost()) form.current?.querySelector<HTMLElement>(first)?.focus()
    return () => {
      setTimeout(() => {
        if (isLost()) drawer?.querySelector<HTMLElement>('h2')?.focus()
      })
    }
  }, [form])
}

/** A record's form on its own page; says if a draft was restored. Read-only ones have no `bar`. */
export function PageForm(props: ShellProps & { bar?: ReactNode; onSubmit?: () => void }) {
  const { editing } = props
  useEffect(() => {
    if (editing.restored) notice(t('Your unsaved changes were restored.'))
  }, [editing.restored])
  useTellEditing(editing.base !== null && editing.draft.unsaved())
  return (
    <Form
      element={editing.element}
      className="stack gap-20 shrinks"
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

export const FieldRow = (props: { children: ReactNode }) => (
  <div className={classes.row}>{props.children}</div>
)
