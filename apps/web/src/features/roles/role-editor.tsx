import { Textarea, TextInput } from '@mantine/core'
import type { PermissionModule } from '@steward/contract/permissions'
import type { Role } from '@steward/contract/roles'
import { type FormEvent, useRef, useState } from 'react'
import type { DeepPartial } from '../../api/read.ts'
import { EditConflictDialog } from '../../ui/form/edit-conflict-dialog.tsx'
import { UnsavedChangesDialog } from '../../ui/form/unsaved-changes-dialog.tsx'
import { counted } from '../../ui/format/locale.ts'
import { ImageField } from '../../ui/image/image-field.tsx'
import { FieldGrid, PageSection } from '../../ui/page/record-page.tsx'
import { PermissionMatrix } from './matrix/permission-matrix.tsx'
import { RoleFoot } from './role-foot.tsx'
import { differencesOf, problemsOf, valuesOf } from './role-form.ts'
import { changesSince } from './role-matrix.ts'
import classes from './roles.module.css'
import { useRoleEditor } from './use-role-editor.ts'
import { useSaveRole } from './use-save-role.ts'

/**
 * The form of a role: what it is, and what it permits. Where its people gain or lose something, the
 * effect is shown before it is saved.
 * @param props.saved null for a new one
 * @param props.copied the role that a new one starts as a copy of
 * @param props.own the permission modules of the person signed in
 * @param props.fixed why its name, description and picture can't be changed, though it can be
 * @param props.readOnly why it can't be changed; absent where it can
 */
export function RoleEditor(props: {
  saved: DeepPartial<Role> | null
  copied: DeepPartial<Role> | null
  own: readonly DeepPartial<PermissionModule>[]
  fixed?: string | undefined
  readOnly?: string | undefined
}) {
  const readOnly = props.readOnly !== undefined
  const fixed = readOnly || props.fixed !== undefined
  const element = useRef<HTMLFormElement>(null)
  const editing = useRoleEditor(props.saved, props.copied, props.own)
  const { form, store, base } = editing
  const saving = useSaveRole(editing, element)
  const [showsEffect, setShowsEffect] = useState(false)
  const values = form.getValues()
  const permissionError = form.errors.permissions

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { gained, lost } = store.changes
    const concerns = base !== null && gained + lost > 0 && (base.userCount ?? 1) > 0
    const sound = Object.keys(problemsOf(values)).length === 0
    if (concerns && sound) setShowsEffect(true)
    else saving.save()
  }
  return (
    <form ref={element} className={classes.editor} onSubmit={submit} noValidate>
      {props.readOnly && <p className={classes.hint}>{props.readOnly}</p>}
      <PageSection title="Details">
        {!readOnly && props.fixed && <p className={classes.hint}>{props.fixed}</p>}
        {!fixed && (
          <FieldGrid>
            <ImageField
              label="Picture"
              shape="thing"
              value={values.image}
              name={values.name || null}
              error={text(form.errors.image)}
              onChange={(image) => form.setFieldValue('image', image)}
            />
            <TextInput
              label="Name"
              autoComplete="off"
              required
              {...form.getInputProps('name')}
              error={form.errors.name}
            />
            <Textarea
              wrapperProps={{ 'data-whole': true }}
              label="Description"
              rows={2}
              {...form.getInputProps('description')}
            />
          </FieldGrid>
        )}
        {fixed && <p className={classes.hint}>{values.description || 'No description'}</p>}
      </PageSection>
      <PageSection title="Permissions">
        {editing.leftOut > 0 && (
          <p className={classes.hint}>
            {counted(editing.leftOut, 'permission', 'permissions')} of the copied role were left
            out: you don’t hold them yourself, so you can’t grant them.
          </p>
        )}
        {permissionError && (
          <p className={classes.error} role="alert">
            {permissionError}
          </p>
        )}
        <PermissionMatrix store={store} readOnly={readOnly} />
      </PageSection>
      {!readOnly && (
        <RoleFoot
          editing={editing}
          isPending={saving.isPending}
          showsEffect={showsEffect}
          onEffect={setShowsEffect}
          onSave={() => {
            setShowsEffect(false)
            saving.save()
          }}
        />
      )}
      <EditConflictDialog
        opened={saving.theirs !== null}
        what="role"
        differences={
          saving.theirs
            ? differencesOf(
                editing.before,
                values,
                valuesOf(saving.theirs),
                store.changed(),
                changesSince(store, saving.theirs),
              )
            : []
        }
        onKeep={() => saving.resolve(true)}
        onTake={() => saving.resolve(false)}
        onClose={saving.close}
      />
      <UnsavedChangesDialog draft={editing.draft} />
    </form>
  )
}

const text = (error: unknown) => (typeof error === 'string' ? error : undefined)
