import { Button, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { toFailure } from '../../api/failure.ts'
import { DialogForm } from '../../ui/feedback/confirm-dialog.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx'
import { FailureBox } from '../../ui/feedback/failure-box.tsx'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { loadCode } from '../../ui/page/load-code.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { ownSecondFactor } from './second-factor.queries.ts'
import type { FactorAdded } from './totp-dialog.tsx'

/** A passkey, as far as a dialog speaks of it. */
export interface Passkey {
  id: string
  name: string
}

/** Adds a passkey: its name, the password, then the browser asks. */
export function AddPasskeyDialog(props: {
  onClose: () => void
  onAdded: (added: FactorAdded) => void
}) {
  const [name, setName] = useState('')
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  return (
    <PasswordDialog
      title="Add a passkey"
      action="Continue"
      ready={() => {
        setMissing(!name.trim())
        if (!name.trim()) field.current?.focus()
        return name.trim() !== ''
      }}
      act={async (password) => {
        const { makePasskey } = await loadCode(() => import('../../api/passkey.ts'))
        const { data } = await call('secondFactor.passkeyOptions', { body: { password } })
        const proof = await makePasskey(data)
        return (await call('secondFactor.addPasskey', { body: { ...proof, name } })).data
      }}
      onDone={({ recoveryCodes }) => props.onAdded({ recoveryCodes })}
      onClose={props.onClose}
    >
      <p>
        A passkey is stored on your device, in your browser or on a security key. It can confirm a
        sign-in or replace your password.
      </p>
      <TextInput
        ref={field}
        data-autofocus
        label="Name"
        description="A name to recognize it by, such as “Work laptop”"
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={missing && !name.trim() && 'Enter a name'}
      />
    </PasswordDialog>
  )
}

/** Gives a passkey another name. */
export function RenamePasskeyDialog(props: { passkey: Passkey; onClose: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState(props.passkey.name)
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const rename = useMutation({
    mutationFn: () =>
      call('secondFactor.renamePasskey', { params: { id: props.passkey.id }, body: { name } }),
    onSuccess: ({ data }) => {
      client.setQueryData(ownSecondFactor.queryKey, data)
      props.onClose()
    },
  })
  const failure = rename.error ? toFailure(rename.error) : null
  const errors = fieldErrors(failure, ['name'])
  return (
    <Dialog title="Rename the passkey" onClose={props.onClose}>
      <DialogForm
        onSubmit={() => {
          setMissing(!name.trim())
          if (!name.trim()) field.current?.focus()
          else if (!rename.isPending) rename.mutate()
        }}
      >
        <TextInput
          ref={field}
          data-autofocus
          label="Name"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={missing && !name.trim() ? 'Enter a name' : errors.fields['name']}
        />
        <FailureBox failure={failure} lines={errors.rest} />
        <DialogActions>
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={rename.isPending}>
            Rename
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}

/** Removes a passkey. */
export function RemovePasskeyDialog(props: {
  passkey: Passkey
  onClose: () => void
  onRemoved: (message: string) => void
}) {
  const { id, name } = props.passkey
  return (
    <PasswordDialog
      title={`Remove “${name}”?`}
      action="Remove"
      danger
      act={(password) => call('secondFactor.removePasskey', { params: { id }, body: { password } })}
      onDone={({ message }) => props.onRemoved(message)}
      onClose={props.onClose}
    >
      <p>
        You can no longer sign in with it. Your device may still store it, so remove it there too.
      </p>
    </PasswordDialog>
  )
}
