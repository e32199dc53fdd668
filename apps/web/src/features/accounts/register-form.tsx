import { Button, TextInput } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/InlineInput.css'
import { useForm } from '@mantine/form'
import { accountsRoutes } from '@steward/contract/accounts/accounts.routes'
import { type ReactNode, useEffect, useState } from 'react'
import { textOf } from '../../api/answers/read.ts'
import { send } from '../../api/client.ts'
import { config } from '../../api/config.ts'
import { NewPasswordField, newPasswordError } from '../../shared/passwords/new-password-field.tsx'
import { FailureBox } from '../../ui/dialog/failure-box.tsx'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { useSending } from '../../ui/form/use-sending.ts'
import { PublicForm } from '../../ui/page/public-form-page.tsx'

const withNames = (fields: object, theirs: Readonly<Record<string, string>> = {}): object =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [theirs[name] ?? name, value]))

const names = ['name', 'email', 'password', 'setupCode'] as const

/** The fields of a registration; the setup code where the server asks for it, from the start or in a refusal. */
export function RegisterForm(props: {
  email: string
  setupCode: boolean
  onDone: (done: { email: string; message: string; active: boolean }) => void
  children: ReactNode
}) {
  const { pending, failure, run } = useSending()
  const [asksForCode, setAsksForCode] = useState(props.setupCode)
  const form = useForm({
    initialValues: { name: '', email: props.email, password: '', setupCode: '' },
    validate: {
      name: (value) => (value.trim() ? null : t('Enter your name')),
      email: (value) => (value.trim() ? null : t('Enter your e-mail address')),
      password: newPasswordError,
      setupCode: (value) =>
        asksForCode && !value.trim() ? t('Enter the setup code of this server') : null,
    },
  })
  const focus = (errors: Record<string, unknown>) => {
    const first = names.find((name) => errors[name])
    if (first) form.getInputNode(first)?.focus()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => form.getInputNode('name')?.focus(), [])

  const register = ({ name, email, password, setupCode }: typeof form.values) =>
    run(
      async () => {
        const body = { name, email, password, ...(asksForCode ? { setupCode } : {}) }
        const { message, data } = await send(accountsRoutes['accounts.register'], {
          body: withNames(body, config().register),
        })
        const active = (data as { status?: unknown } | null | undefined)?.status === 'active'
        const said = textOf(message) ?? t('You are registered.')
        props.onDone({ email: email.trim(), message: said, active })
      },
      (failed) => {
        const { fields } = fieldErrors(failed, names)
        // The server may see only now that the request comes from elsewhere.
        if (fields['setupCode']) setAsksForCode(true)
        form.setErrors(fields)
        focus(fields)
      },
    )

  const { name, email, password } = form.values
  return (
    <PublicForm onSubmit={() => form.onSubmit(register, focus)()}>
      <TextInput label={t('Name')} autoComplete="name" {...form.getInputProps('name')} />
      <TextInput
        label={t('E-mail')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('email')}
      />
      <NewPasswordField
        label={t('Password')}
        known={[name, email]}
        {...form.getInputProps('password')}
        value={password}
      />
      {asksForCode && (
        <TextInput
          label={t('Setup code')}
          description={t('Printed by the server at startup, for the person installing it')}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('setupCode')}
        />
      )}
      <FailureBox failure={failure} lines={fieldErrors(failure, names).rest} />
      <Button variant="filled" type="submit" fullWidth loading={pending}>
        {t('Create the account')}
      </Button>
      {props.children}
    </PublicForm>
  )
}
