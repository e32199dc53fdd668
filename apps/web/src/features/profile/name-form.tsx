import { Button, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import type { User } from '@steward/contract/users/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { readDraft } from '../../api/drafts.ts'
import { toFailure } from '../../api/failure.ts'
import { type DeepPartial, textOf } from '../../api/read.ts'
import { FailureBox } from '../../ui/feedback/failure-box.tsx'
import { toast } from '../../ui/feedback/messages.tsx'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { UnsavedChangesDialog } from '../../ui/form/unsaved-changes-dialog.tsx'
import { useDraft } from '../../ui/form/use-draft.ts'
import { ownProfile } from './profile.queries.ts'
import classes from './profile-page.module.css'

/** The own name. What is typed survives a lost session. */
export function NameForm(props: {
  user: DeepPartial<User>
  onSaved: (user: DeepPartial<User>) => void
}) {
  const client = useQueryClient()
  const saved = textOf(props.user.name) ?? ''
  const draftKey = `profile/name/${textOf(props.user._id)}`
  const [name, setName] = useState(() => readDraft<string>(draftKey) ?? saved)
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const unsaved = name.trim() !== saved
  const draft = useDraft(draftKey, () => (unsaved ? name : null))
  const save = useMutation({
    mutationFn: () => call('profile.update', { body: { name } }),
    onSuccess: ({ message, data }) => {
      draft.discard()
      setName(textOf(data?.name) ?? name.trim())
      client.setQueryData(ownProfile.queryKey, data)
      props.onSaved(data)
      toast.success(message || 'Name saved.')
    },
    onError: () => field.current?.focus(),
  })
  const failure = save.error ? toFailure(save.error) : null
  const errors = fieldErrors(failure, ['name'])
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(!name.trim())
        if (!name.trim()) field.current?.focus()
        else if (!save.isPending && unsaved) save.mutate()
      }}
    >
      <TextInput
        ref={field}
        label="Name"
        autoComplete="name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={missing && !name.trim() ? 'Enter your name' : errors.fields['name']}
      />
      <FailureBox failure={failure} lines={errors.rest} />
      {unsaved && (
        <div>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>{' '}
          <Button variant="default" onClick={() => setName(saved)}>
            Discard
          </Button>
        </div>
      )}
      <UnsavedChangesDialog draft={draft} />
    </form>
  )
}
