import { Button, NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/NumberInput.css'
import '@mantine/core/styles/Switch.css'
import { subjectClaims } from '@steward/contract/identity-providers/identity-providers'
import { t } from '@steward/i18n/reader'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api/client.ts'
import { toFailure } from '../../../api/failure.ts'
import { FailureBox } from '../../../ui/dialog/failure-box.tsx'
import { Form } from '../../../ui/dialog/form.tsx'
import { fieldErrors } from '../../../ui/form/field-errors.ts'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { CopyField } from '../shared/copy-field.tsx'
import { useIntegrationWrite } from '../shared/use-integration-write.ts'
import { AdmissionSection, GroupsSection } from './mapping-sections.tsx'
import { bodyOf, type ProviderValues, valuesOf } from './provider-values.ts'
import type { Provider, ProvidersAnswer } from './providers.queries.ts'
import { TestDiscovery } from './test-discovery.tsx'

const names = [
  'name',
  'issuer',
  'clientId',
  'clientSecret',
  'scopes',
  'groupsClaim',
  'clockSkewSeconds',
  'acrValues',
  'stepUpMaxAge',
  'stepUpAcrValues',
]

/** Adds or changes an identity provider. */
export function ProviderEditor(props: {
  provider: Provider | null
  answer: ProvidersAnswer
  onSaved: (provider: Provider) => void
  onClose: () => void
}) {
  const { provider, answer } = props
  // The addresses of a new one hold the id that it will get.
  const [next] = useState(answer.next)
  const addresses = provider ?? next
  const [values, setValues] = useState(() => valuesOf(provider))
  const change = (changed: Partial<ProviderValues>) => setValues((now) => ({ ...now, ...changed }))
  const { mutate, isPending, error } = useIntegrationWrite(
    () =>
      provider
        ? call('identityProviders.update', {
            params: { id: provider._id },
            body: { ...bodyOf(values), version: provider.version },
          })
        : call('identityProviders.create', { body: { ...bodyOf(values), _id: next._id } }),
    ({ data }) => props.onSaved(data),
  )
  const { fields, rest } = fieldErrors(error, names)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = (
    name: 'name' | 'issuer' | 'clientId' | 'scopes' | 'acrValues' | 'stepUpAcrValues',
  ) => ({
    name,
    value: values[name],
    error: fields[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      change({ [name]: currentTarget.value }),
  })
  const seconds = (name: 'clockSkewSeconds' | 'stepUpMaxAge', max: number) => ({
    name,
    min: 0,
    max,
    allowDecimal: false,
    value: values[name],
    error: fields[name],
    onChange: (value: string | number) => change({ [name]: Number(value) }),
  })
  const flag = (name: 'enabled' | 'endsSession') => ({
    checked: values[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      change({ [name]: currentTarget.checked }),
  })
  return (
    <Form className="grid one-column gap-16" onSubmit={() => mutate(undefined)}>
      <h2 ref={heading} tabIndex={-1}>
        {provider ? t('Edit {name}', { name: provider.name }) : t('Add identity provider')}
      </h2>
      <Section
        title={t('1. Tell the provider of Steward')}
        hint={t(
          'Register Steward there as a web application with these addresses. You get a client ID and a secret for it.',
        )}
      >
        <CopyField label={t('Redirect URI')} text={addresses.redirectUri} />
        <CopyField label={t('Back-channel logout URI')} text={addresses.backChannelLogoutUri} />
        <CopyField label={t('Post-logout redirect URI')} text={answer.postLogoutUri} />
      </Section>
      <Section title={t('2. Tell Steward of the provider')}>
        <TextInput
          label={t('Name')}
          description={t('As on the button of the sign-in page: “Continue with …”')}
          required
          maxLength={200}
          {...text('name')}
        />
        <TextInput
          label={t('Issuer')}
          description={t('The provider’s address, such as https://login.example.com/realms/staff')}
          required
          dir="ltr"
          spellCheck={false}
          {...text('issuer')}
        />
        <TestDiscovery issuer={values.issuer} />
        <TextInput
          label={t('Client ID')}
          required
          dir="ltr"
          spellCheck={false}
          {...text('clientId')}
        />
        <PasswordField
          label={t('Client secret')}
          description={
            provider?.hasSecret
              ? t('There is one, which is never shown. Leave this empty to keep it.')
              : t('Empty for a public client, which has none')
          }
          name="clientSecret"
          autoComplete="off"
          value={values.clientSecret}
          error={fields['clientSecret']}
          onChange={({ currentTarget }) => change({ clientSecret: currentTarget.value })}
        />
        <Switch
          label={t('People can sign in with it')}
          description={t(
            'Turned off, it signs out whoever came by it, and their roles can be changed here.',
          )}
          {...flag('enabled')}
        />
      </Section>
      <GroupsSection
        provider={provider}
        roles={answer.roles}
        values={values}
        change={change}
        error={error}
      />
      <AdmissionSection values={values} change={change} error={error} />
      <details>
        <summary className="medium">{t('Less usual settings')}</summary>
        <div className="grid one-column gap-16 mt-8">
          <TextInput
            label={t('Scopes')}
            description={t('Some providers tell groups only for a scope of that name')}
            dir="ltr"
            {...text('scopes')}
          />
          <NativeSelect
            label={t('A person is told from others by')}
            description={t(
              'With Microsoft Entra, oid is the same for SCIM and for all applications',
            )}
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
            {...text('acrValues')}
          />
          <TextInput
            label={t('Level of authentication at a step-up (acr)')}
            description={t('One of these has to be in the token; empty for any')}
            dir="ltr"
            {...text('stepUpAcrValues')}
          />
          <NumberInput
            label={t('Seconds since the proof that a step-up accepts')}
            description={t('0 has the provider always ask anew')}
            {...seconds('stepUpMaxAge', 600)}
          />
          <Switch label={t('Signing out here signs out there too')} {...flag('endsSession')} />
        </div>
      </details>
      <FailureBox failure={error ? toFailure(error) : null} lines={rest} />
      <div className="row gap-8">
        <Button variant="filled" type="submit" loading={isPending}>
          {t('Save')}
        </Button>
        <Button onClick={props.onClose}>{t('Cancel')}</Button>
      </div>
    </Form>
  )
}
