import { TextInput } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/InlineInput.css'
import type { SecondFactorState } from '@steward/contract/accounts/second-factor'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { FormDialog } from '../../ui/dialog/dialog.tsx'
import { useFieldForm } from '../../ui/form/use-field-form.ts'
import { loadCode } from '../../ui/load/load-code.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { ownSecondFactor } from './second-factor.queries.ts'

export type Passkey = SecondFactorState['passkeys'][number]

export function AddPasskeyDialog(props: {
  onClose: () => void
  onAdded: (recoveryCodes: string[] | null) => void
}) {
  const [name, setName] = useState('')
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  return (
    <PasswordDialog
      title={t('Add a passkey')}
      action={t('Continue')}
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
      onDone={({ recoveryCodes }) => props.onAdded(recoveryCodes)}
      onClose={props.onClose}
    >
      <p>
        {t(
          'A passkey is stored on your device, in your browser or on a security key. It can confirm a sign-in or replace your password.',
        )}
      </p>
      <TextInput
        ref={field}
        data-autofocus
        label={t('Name')}
        description={t('A name to recognize it by, such as “Work laptop”')}
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={missing && !name.trim() && t('Enter a name')}
      />
    </PasswordDialog>
  )
}

export function RenamePasskeyDialog(props: { passkey: Passkey; onClose: () => void }) {
  const client = useQueryClient()
  const { _id: id, name } = props.passkey
  const { field, form } = useFieldForm({
    name: 'name',
    missing: t('Enter a name'),
    start: name,
    send: (name) => call('secondFactor.renamePasskey', { params: { id }, body: { name } }),
    done: ({ data }) => {
      client.setQueryData(ownSecondFactor.queryKey, data)
      props.onClose()
    },
  })
  return (
    <FormDialog
      title={t('Rename the passkey')}
      action={t('Rename')}
      {...form}
      onClose={props.onClose}
    >
      <TextInput data-autofocus label={t('Name')} maxLength={200} {...field} />
    </FormDialog>
  )
}
