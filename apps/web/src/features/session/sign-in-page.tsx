import { Button, TextInput } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { config } from '../../api/config.ts'
import { type Failure, toFailure } from '../../api/failure.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { FailureBox } from '../../ui/dialog/failure-box.tsx'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { loadCode } from '../../ui/load/load-code.ts'
import {
  OrDivider,
  PublicForm,
  PublicFormPage,
  PublicLinks,
  SuccessMessage,
} from '../../ui/page/public-form-page.tsx'
import { type AskedFactor, askedFactor } from './asked-factor.ts'
import type { ProviderButtons } from './provider-buttons.tsx'
import type { SecondFactorStep } from './second-factor-step.tsx'
import { type SecondFactor, useSession } from './session.store.ts'

/** The second step and its component, which is loaded only when needed. */
type Step = { asked: AskedFactor; View: typeof SecondFactorStep }

/**
 * The sign-in page (section 2): password and second factor if asked for, or a passkey.
 * @param props.onSigningIn called when credentials are sent, to preload what follows
 */
export function SignInPage({
  onSigningIn,
  onSignedIn,
}: {
  onSigningIn: () => void
  onSignedIn: () => void
}) {
  const { login, signInBy, isLoading } = useSession()
  const { said, email: brought } = useLocation({ select: ({ state }) => state })
  const [step, setStep] = useState<Step | null>(null)
  const [email, setEmail] = useState(brought ?? '')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [Providers, setProviders] = useState<typeof ProviderButtons>()
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const isFirst = step === null
  const hasPasskeys = useHasCall('session.passkeyOptions')
  const takesRegistrations = useHasCall('accounts.register')
  // Neither a registration nor a new password is taken then.
  const passwordsOff = config().signIn?.passwordsOff === true

  useEffect(() => {
    if (config().signIn)
      void loadCode(() => import('./provider-buttons.tsx')).then((loaded) =>
        setProviders(() => loaded.ProviderButtons),
      )
  }, [])

  useEffect(() => {
    if (!isFirst) return
    const field = emailField.current?.value ? passwordField : emailField
    field.current?.focus()
  }, [isFirst])

  async function signIn(secondFactor?: SecondFactor) {
    if (useSession.getState().isLoading) return
    setFailure(null)
    onSigningIn()
    try {
      await login({ email: email.trim(), password, secondFactor })
      onSignedIn()
    } catch (thrown) {
      const failed = toFailure(thrown)
      const asked = askedFactor(failed)
      if (asked && step) setStep({ ...step, asked })
      else if (asked) {
        const loaded = await loadCode(() => import('./second-factor-step.tsx')).catch(() => null)
        if (loaded) return setStep({ asked, View: loaded.SecondFactorStep })
        return setFailure(toFailure(t('The next step couldn’t be loaded. Check your connection.')))
      }
      setFailure(failed)
      if (isFirst) passwordField.current?.select()
    }
  }

  function submit() {
    const lacking: Record<string, string> = {}
    if (!email.trim()) lacking['email'] = t('Enter your e-mail address')
    if (!password) lacking['password'] = t('Enter your password')
    setMissing(lacking)
    if (lacking['email']) emailField.current?.focus()
    else if (lacking['password']) passwordField.current?.focus()
    else void signIn()
  }

  async function usePasskey() {
    if (useSession.getState().isLoading) return
    setFailure(null)
    onSigningIn()
    try {
      const { askToSignIn } = await loadCode(() => import('../../api/passkey.ts'))
      await signInBy(askToSignIn)
      onSignedIn()
    } catch (thrown) {
      setFailure(toFailure(thrown))
    }
  }

  if (step) {
    const { View, asked } = step
    return (
      <View
        asked={asked}
        failure={failure}
        isLoading={isLoading}
        onProve={signIn}
        onBack={() => {
          setStep(null)
          setFailure(null)
        }}
      />
    )
  }
  const errors = fieldErrors(failure, ['email', 'password'])
  // i18n-ignore: a name
  const app = config().name ?? 'Steward'
  return (
    <PublicFormPage title={t('Sign in to {app}', { app })}>
      <PublicForm onSubmit={submit}>
        {said && <SuccessMessage>{said}</SuccessMessage>}
        <TextInput
          ref={emailField}
          label={t('E-mail')}
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={missing['email'] ?? errors.fields['email']}
        />
        <PasswordField
          ref={passwordField}
          label={t('Password')}
          name="password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={missing['password'] ?? errors.fields['password']}
        />
        <FailureBox failure={failure} lines={errors.rest} />
        <Button
          variant={passwordsOff ? 'default' : 'filled'}
          type="submit"
          fullWidth
          loading={isLoading}
        >
          {t('Sign in')}
        </Button>
        {hasPasskeys && 'PublicKeyCredential' in window && (
          <>
            <OrDivider />
            <Button fullWidth disabled={isLoading} onClick={usePasskey}>
              {t('Sign in with a passkey')}
            </Button>
          </>
        )}
        {Providers && <Providers isLoading={isLoading} onFailure={setFailure} />}
        {!passwordsOff && (
          <PublicLinks>
            <Link to="/forgot-password" state={{ email }}>
              {t('Forgot your password?')}
            </Link>
            {takesRegistrations && (
              <Link to="/register" state={{ email }}>
                {t('Create an account')}
              </Link>
            )}
          </PublicLinks>
        )}
      </PublicForm>
    </PublicFormPage>
  )
}
