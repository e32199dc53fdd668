import { Button, PasswordInput, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/PasswordInput.css'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { config, fileUrl } from '../../api/config.ts'
import { type Failure, toFailure } from '../../api/failure.ts'
import { PageMark } from '../../ui/page-mark.tsx'
import { PlainPage } from '../../ui/page-plain.tsx'
import { useSession } from './session.store.ts'
import classes from './sign-in-page.module.css'

const asksForCode = (failure: Failure): boolean =>
  failure.code === 'second_factor_required' ||
  (typeof failure.data === 'object' &&
    failure.data !== null &&
    'secondFactor' in failure.data &&
    failure.data.secondFactor === true)

/**
 * The sign-in page (specification section 2): e-mail and password, and a second factor where the
 * server asks for one.
 * @param props.onSignedIn called once the session is stored
 */
export function SignInPage({ onSignedIn }: { onSignedIn: () => void }) {
  const { login, isLoading } = useSession()
  const [step, setStep] = useState<'password' | 'code'>('password')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState<'email' | 'password' | 'code' | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const codeField = useRef<HTMLInputElement>(null)
  const { name, logo } = config()

  useEffect(() => {
    if (step === 'code') codeField.current?.focus()
    else emailField.current?.focus()
  }, [step])

  async function submit(event: FormEvent) {
    event.preventDefault()
    // A second Enter while the first is under way.
    if (isLoading) return
    setFailure(null)
    const empty = !email.trim() ? 'email' : !password ? 'password' : null
    const lacking = empty ?? (step === 'code' && !code.trim() ? 'code' : null)
    setMissing(lacking)
    if (lacking) {
      const fields = { email: emailField, password: passwordField, code: codeField }
      fields[lacking].current?.focus()
      return
    }
    try {
      await login({
        email: email.trim(),
        password,
        ...(step === 'code' ? { code: code.trim() } : {}),
      })
      onSignedIn()
    } catch (thrown) {
      const failed = toFailure(thrown)
      if (step === 'password' && asksForCode(failed)) {
        setStep('code')
        return
      }
      setFailure(failed)
      if (step === 'code') codeField.current?.select()
      else passwordField.current?.select()
    }
  }

  function back() {
    setStep('password')
    setCode('')
    setFailure(null)
    setMissing(null)
  }

  return (
    <PlainPage>
      <div className={classes.box}>
        {logo ? (
          <img className={classes.logo} src={fileUrl(logo)} alt="" />
        ) : (
          <PageMark size={40} />
        )}
        <h1 className={classes.title}>Sign in to {name ?? 'Steward'}</h1>
        <form className={classes.form} onSubmit={submit} noValidate>
          {step === 'password' ? (
            <>
              <TextInput
                ref={emailField}
                label="E-mail"
                type="email"
                name="email"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                value={email}
                onChange={(event) => setEmail(event.currentTarget.value)}
                error={missing === 'email' && 'Enter your e-mail address'}
              />
              <PasswordInput
                ref={passwordField}
                label="Password"
                name="password"
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
                error={missing === 'password' && 'Enter your password'}
                visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
              />
            </>
          ) : (
            <TextInput
              ref={codeField}
              label="Code"
              description="From your authenticator app, or one of your recovery codes"
              name="code"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              error={missing === 'code' && 'Enter the code'}
            />
          )}
          <div role="alert">
            {failure && (
              <ul className={classes.failure}>
                {failure.entries.map((entry) => (
                  <li key={`${entry.path}:${entry.msg}`}>{entry.msg}</li>
                ))}
              </ul>
            )}
          </div>
          <Button type="submit" fullWidth loading={isLoading}>
            {step === 'code' ? 'Continue' : 'Sign in'}
          </Button>
          {step === 'code' && (
            <Button variant="subtle" fullWidth onClick={back}>
              Back
            </Button>
          )}
        </form>
      </div>
    </PlainPage>
  )
}
