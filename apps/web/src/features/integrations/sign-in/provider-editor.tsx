import { Button, Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { t } from '@steward/i18n/reader'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api/client.ts'
import { toFailure } from '../../../api/failure.ts'
import { FailureBox } from '../../../ui/dialog/failure-box.tsx'
import { Form } from '../../../ui/dialog/form.tsx'
import { fieldErrors } from '../../../ui/form/field-errors.ts'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { UnsavedChangesDialog } from '../../../ui/form/unsaved-changes-dialog.tsx'
import { focusFirstError } from '../../../ui/keys/focus-first-error.ts'
import { Section } from '../../../ui/page/section.tsx'
import { CopyField } from '../shared/copy-field.tsx'
import { useIntegrationWrite } from '../shared/use-integration-write.ts'
import { LessUsualSettings } from './less-usual-settings.tsx'
import { AdmissionSection, GroupsSection } from './mapping-sections.tsx'
import { ProviderHints } from './provider-hints.tsx'
import {
  bodyOf,
  isSame,
  mergedValues,
  missingOf,
  type ProviderValues,
  pathsOf,
  valuesOf,
} from './provider-values.ts'
import type { Provider, ProvidersAnswer } from './providers.queries.ts'
import { TestDiscovery } from './test-discovery.tsx'

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
  // What is edited stays what it was while the list behind the form is read anew.
  const [base, setBase] = useState(provider)
  const [values, setValues] = useState(() => valuesOf(base))
  const [isTried, setTried] = useState(false)
  const change = (changed: Partial<ProviderValues>) => setValues((now) => ({ ...now, ...changed }))
  const { mutate, isPending, error } = useIntegrationWrite(
    () =>
      base
        ? call('identityProviders.update', {
            params: { id: base._id },
            body: { ...bodyOf(values), version: base.version },
          })
        : call('identityProviders.create', { body: { ...bodyOf(values), _id: next._id } }),
    ({ data }) => props.onSaved(data),
    (thrown) => {
      const { code, data } = toFailure(thrown)
      if (code !== 'out_of_date') return
      const theirs = data as Provider
      setValues((mine) => mergedValues(base, mine, theirs))
      setBase(theirs)
    },
  )
  const missing = isTried ? missingOf(values) : {}
  const { fields, rest } = fieldErrors(error, pathsOf(values))
  const errors = { ...fields, ...missing }
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) showFirstError(form.current)
  }, [error])
  const submit = () => {
    setTried(true)
    if (Object.keys(missingOf(values)).length === 0) mutate(undefined)
    else showFirstError(form.current)
  }
  const draft = {
    unsaved: () => !isSame(values, valuesOf(base)),
    discard: () => {},
  }
  const text = (name: 'name' | 'issuer' | 'clientId') => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      change({ [name]: currentTarget.value }),
  })
  return (
    <Form className="grid one-column gap-16" element={form} onSubmit={submit}>
      <UnsavedChangesDialog draft={draft} />
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
        <ProviderHints />
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
          error={errors['clientSecret']}
          onChange={({ currentTarget }) => change({ clientSecret: currentTarget.value })}
        />
        <Switch
          label={t('People can sign in with it')}
          description={t(
            'Turned off, it signs out whoever came by it, and their roles can be changed here.',
          )}
          checked={values.enabled}
          onChange={({ currentTarget }) => change({ enabled: currentTarget.checked })}
        />
      </Section>
      <GroupsSection
        provider={provider}
        roles={answer.roles}
        values={values}
        change={change}
        errors={errors}
      />
      <AdmissionSection values={values} change={change} errors={errors} />
      <LessUsualSettings values={values} change={change} errors={errors} />
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

/** Focuses the first field that is wrong, and unfolds what it stands in. */
function showFirstError(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => {
    for (const fold of form?.querySelectorAll('details') ?? [])
      if (fold.querySelector('[aria-invalid=true]')) fold.open = true
    focusFirstError(form)
  })
}
