import { Button } from '@mantine/core'
import type { User, UserType } from '@steward/contract/users'
import { useRef } from 'react'
import { type DeepPartial, referenceOf } from '../../api/read.ts'
import { EditConflictDialog } from '../../ui/form/edit-conflict-dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { UnsavedChangesDialog } from '../../ui/form/unsaved-changes-dialog.tsx'
import { SaveBar } from '../../ui/page/record-page.tsx'
import { useAssignableRoles } from './use-role-choices.ts'
import { useUserForm } from './use-user-form.ts'
import { differencesOf, valuesOf } from './user-form.ts'
import { AccountPart, PersonPart } from './user-form-fields.tsx'
import classes from './users.module.css'

/**
 * The form of a user: who they are, and what they may do.
 * @param props.saved null for a new one
 * @param props.type what a new one is at first
 */
export function UserEditor(props: { saved: DeepPartial<User> | null; type: UserType }) {
  const element = useRef<HTMLFormElement>(null)
  const editing = useUserForm(props.saved, props.type, element)
  const roles = useAssignableRoles()
  const { form, base, theirs } = editing
  const isNew = base === null
  const known = [referenceOf(base?.role), referenceOf(theirs?.role)]
  const roleName = (id: string) =>
    roles.find(({ value }) => value === id)?.label ??
    known.find((role) => role?.id === id)?.name ??
    id
  return (
    <Form element={element} className={classes.form} onSubmit={editing.save}>
      <PersonPart form={form} asksPassword={editing.asksPassword} />
      <AccountPart form={form} saved={base} roles={roles} />
      <SaveBar
        buttons={
          <Button type="submit" loading={editing.isPending}>
            {isNew ? 'Create' : 'Save'}
          </Button>
        }
      >
        {null}
      </SaveBar>
      <EditConflictDialog
        opened={theirs !== null}
        what="person"
        differences={
          theirs ? differencesOf(editing.before, form.getValues(), valuesOf(theirs), roleName) : []
        }
        onKeep={() => editing.resolve(true)}
        onTake={() => editing.resolve(false)}
        onClose={editing.close}
      />
      <UnsavedChangesDialog draft={editing.draft} />
    </Form>
  )
}
