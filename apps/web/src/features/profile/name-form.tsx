import { Button, Group, TextInput } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/InlineInput.css'
import { useQueryClient } from '@tanstack/react-query'
import type { User } from '../../api/answers/records.ts'
import { readDraft } from '../../api/browser/form-drafts.ts'
import { call } from '../../api/client.ts'
import { FailureBox } from '../../ui/dialog/failure-box.tsx'
import { Form } from '../../ui/dialog/form.tsx'
import { UnsavedChangesDialog } from '../../ui/form/unsaved-changes-dialog.tsx'
import { useDraft } from '../../ui/form/use-draft.ts'
import { useFieldForm } from '../../ui/form/use-field-form.ts'
import { toast } from '../../ui/messages/messages.tsx'
import { ownProfile } from './profile.queries.ts'
import classes from './profile-page.module.css'

/** A form for the own name, whose draft survives a lost session. */
export function NameForm(props: { user: User; onSaved: (user: User) => void }) {
  const client = useQueryClient()
  const saved = props.user.name ?? ''
  const draftKey = `profile/name/${props.user._id}`
  const { value, setValue, field, form } = useFieldForm({
    name: 'name',
    missing: t('Enter your name'),
    start: readDraft<string>(draftKey) ?? saved,
    send: (name) => call('profile.update', { body: { name } }),
    done: ({ message, data }) => {
      draft.discard()
      setValue(data.name)
      client.setQueryData(ownProfile.queryKey, data)
      props.onSaved(data)
      toast.success(message || t('Name saved.'))
    },
  })
  const unsaved = value.trim() !== saved
  const draft = useDraft(draftKey, () => (unsaved ? value : null))
  return (
    <Form className={classes.form} onSubmit={() => unsaved && form.onSubmit()}>
      <TextInput label={t('Name')} autoComplete="name" {...field} />
      <FailureBox failure={form.failure} lines={form.lines} />
      {unsaved && (
        <Group gap={8}>
          <Button variant="filled" type="submit" loading={form.pending}>
            {t('Save')}
          </Button>
          <Button onClick={() => setValue(saved)}>{t('Discard')}</Button>
        </Group>
      )}
      <UnsavedChangesDialog draft={draft} />
    </Form>
  )
}
