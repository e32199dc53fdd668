import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/InlineInput.css'
import type { ServiceAccount } from '@steward/contract/service-accounts/service-accounts'
import { t } from '@steward/i18n/reader'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { FormDialog } from '../../../ui/dialog/dialog.tsx'
import { fieldErrors } from '../../../ui/form/field-errors.ts'
import { useIntegrationWrite } from '../shared/use-integration-write.ts'

/** Creates a service account. */
export function NewAccountDialog(props: {
  roles: readonly { _id: string; name: string }[]
  onMade: (account: ServiceAccount) => void
  onClose: () => void
}) {
  const [name, setName] = useState('')
  const [about, setAbout] = useState('')
  const [role, setRole] = useState('')
  const [tried, setTried] = useState(false)
  const { mutate, isPending, error } = useIntegrationWrite(
    () => call('serviceAccounts.create', { body: { name, about, role } }),
    ({ data }) => props.onMade(data),
  )
  const { fields, rest } = fieldErrors(error, ['name', 'about', 'role'])
  const missing = { name: name.trim() === '', role: role === '' }
  return (
    <FormDialog
      title={t('New service account')}
      action={t('Create')}
      pending={isPending}
      failure={error}
      lines={rest}
      onSubmit={() => {
        setTried(true)
        if (!missing.name && !missing.role) mutate(undefined)
      }}
      onClose={props.onClose}
    >
      <p>
        {t(
          'An account without a person. Its role says what its keys may do; change or deactivate it like any other account.',
        )}
      </p>
      <TextInput
        data-autofocus
        label={t('Name')}
        description={t('The program that uses it, such as “Nightly export”')}
        maxLength={200}
        value={name}
        error={tried && missing.name ? t('Enter a name') : fields['name']}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <NativeSelect
        label={t('Role')}
        description={t('One of its own, which permits no more than the program needs')}
        value={role}
        error={tried && missing.role ? t('Choose a role') : fields['role']}
        onChange={({ currentTarget }) => setRole(currentTarget.value)}
      >
        <option value="">{t('Choose a role')}</option>
        {props.roles.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </NativeSelect>
      <Textarea
        label={t('About')}
        rows={2}
        value={about}
        error={fields['about']}
        onChange={({ currentTarget }) => setAbout(currentTarget.value)}
      />
    </FormDialog>
  )
}
