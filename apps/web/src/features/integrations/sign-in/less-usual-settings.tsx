import { NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/NumberInput.css'
import '@mantine/core/styles/Switch.css'
import { subjectClaims } from '@steward/contract/identity-providers/identity-providers'
import { t } from '@steward/i18n/reader'
import { Fold } from '../shared/fold.tsx'
import type { ProviderValues } from './provider-values.ts'

/** What most providers need no other value of. */
export function LessUsualSettings(props: {
  values: ProviderValues
  change: (changed: Partial<ProviderValues>) => void
  errors: Readonly<Record<string, string>>
}) {
  const { values, change, errors } = props
  const level = (name: 'acrValues' | 'stepUpAcrValues') => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      change({ [name]: currentTarget.value }),
  })
  const seconds = (name: 'clockSkewSeconds' | 'stepUpMaxAge', max: number) => ({
    name,
    min: 0,
    max,
    allowDecimal: false,
    value: values[name],
    error: errors[name],
    onChange: (value: string | number) => change({ [name]: Number(value) }),
  })
  return (
    <Fold title={t('Less usual settings')}>
      <NativeSelect
        label={t('A person is told from others by')}
        description={t('With Microsoft Entra, oid is the same for SCIM and for all applications')}
        value={values.subjectClaim}
        onChange={({ currentTarget }) =>
          change({ subjectClaim: currentTarget.value as ProviderValues['subjectClaim'] })
        }
      >
        {subjectClaims.map((claim) => (
          <option key={claim} value={claim}>
            {claim}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        label={t('The secret is sent')}
        value={values.tokenAuth}
        onChange={({ currentTarget }) =>
          change({ tokenAuth: currentTarget.value as ProviderValues['tokenAuth'] })
        }
      >
        <option value="client_secret_basic">{t('in a header (client_secret_basic)')}</option>
        <option value="client_secret_post">{t('in the body (client_secret_post)')}</option>
      </NativeSelect>
      <NumberInput
        label={t('Seconds that the clocks may differ')}
        {...seconds('clockSkewSeconds', 300)}
      />
      <TextInput
        label={t('Level of authentication at sign-in (acr)')}
        description={t('One of these has to be in the token; empty for any')}
        dir="ltr"
        {...level('acrValues')}
      />
      <TextInput
        label={t('Level of authentication at a step-up (acr)')}
        description={t('One of these has to be in the token; empty for any')}
        dir="ltr"
        {...level('stepUpAcrValues')}
      />
      <NumberInput
        label={t('Seconds since the proof that a step-up accepts')}
        description={t('0 has the provider always ask anew')}
        {...seconds('stepUpMaxAge', 600)}
      />
      <Switch
        label={t('Signing out here signs out there too')}
        checked={values.endsSession}
        onChange={({ currentTarget }) => change({ endsSession: currentTarget.checked })}
      />
    </Fold>
  )
}
