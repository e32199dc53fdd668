import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/InlineInput.css'
import { keyLimits, type ServiceAccount } from '@steward/contract/service-accounts/service-accounts'
import { t } from '@steward/i18n/reader'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { FormDialog } from '../../../ui/dialog/dialog.tsx'
import { fieldErrors } from '../../../ui/form/field-errors.ts'
import { useIntegrationWrite } from '../shared/use-integration-write.ts'
import type { NewKey } from './keys.queries.ts'

/** How long a key may be made for, in days. */
export const keyDays = [7, 30, 90, 180, 366] as const

/** Creates a key of an account. */
export function NewKeyDialog(props: {
  account: ServiceAccount
  onMade: (made: NewKey) => void
  onClose: () => void
}) {
  const { account } = props
  const [name, setName] = useState('')
  const [days, setDays] = useState<number>(keyLimits.days.usual)
  const [networks, setNetworks] = useState('')
  const [perMinute, setPerMinute] = useState(String(keyLimits.perMinute.usual))
  const [tried, setTried] = useState(false)
  const { mutate, isPending, error } = useIntegrationWrite(
    () => {
      const body = {
        name,
        days,
        networks: networks.split(/[\s,]+/).filter((each) => each !== ''),
        maxPerMinute: Number(perMinute),
      }
      return call('serviceAccounts.createKey', { params: { id: account._id }, body })
    },
    ({ data }) => props.onMade(data),
  )
  const { fields, rest } = fieldErrors(error, ['name', 'days', 'networks', 'maxPerMinute'])
  const isNameless = name.trim() === ''
  return (
    <FormDialog
      title={t('New key of {name}', { name: account.name })}
      action={t('Create key')}
      pending={isPending}
      failure={error}
      lines={rest}
      onSubmit={() => {
        setTried(true)
        if (!isNameless) mutate(undefined)
      }}
      onClose={props.onClose}
    >
      <TextInput
        data-autofocus
        label={t('Name')}
        description={t('Where it will be kept, such as “Server in Bonn”')}
        maxLength={200}
        value={name}
        error={tried && isNameless ? t('Enter a name') : fields['name']}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <DaysField days={days} error={fields['days']} onDays={setDays} />
      <Textarea
        label={t('Networks')}
        description={t(
          'From where it may be used, such as 203.0.113.0/24, one a line; leave it empty for anywhere',
        )}
        rows={2}
        spellCheck={false}
        dir="ltr"
        value={networks}
        error={fields['networks']}
        onChange={({ currentTarget }) => setNetworks(currentTarget.value)}
      />
      <TextInput
        label={t('Calls a minute')}
        inputMode="numeric"
        value={perMinute}
        error={fields['maxPerMinute']}
        onChange={({ currentTarget }) => setPerMinute(currentTarget.value)}
      />
    </FormDialog>
  )
}

/** For how many days a key is made. */
export function DaysField(props: {
  days: number
  error?: string | undefined
  onDays: (days: number) => void
}) {
  return (
    <NativeSelect
      label={t('Expires')}
      value={props.days}
      error={props.error}
      onChange={({ currentTarget }) => props.onDays(Number(currentTarget.value))}
    >
      {keyDays.map((days) => (
        <option key={days} value={days}>
          {t('{days, plural, one {After # day} other {After # days}}', { days })}
        </option>
      ))}
    </NativeSelect>
  )
}
