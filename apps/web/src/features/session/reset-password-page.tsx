import { Button, Loader } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { type Failure, isLackOfCall, toFailure } from '../../api/failure.ts'
import { hasCall } from '../../api/missing-calls.ts'
import { NewPasswordField, newPasswordError } from '../../shared/passwords/new-password-field.tsx'
import { FailureBox } from '../../ui/feedback/failure-box.tsx'
import { useFetchOnce } from '../../ui/feedback/use-fetch-once.ts'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { Time } from '../../ui/format/time.tsx'
import { linkButton } from '../../ui/page/link-button.ts'
import {
  PublicForm,
  PublicFormPage,
  PublicLinks,
  PublicStack,
} from '../../ui/page/public-form-page.tsx'
import { useSession } from './session.store.ts'

const signInLink = (
  <PublicLinks>
    <Link to="/">Back to sign in</Link>
  </PublicLinks>
)

const check = (token: string, signal: AbortSignal) =>
  call('accounts.checkLink', { body: { token }, signal })

/** Sets a new password with a mailed token, which is checked before the form is shown. */
export function ResetPasswordPage() {
  const { token } = useParams({ from: '/reset-password/$token' })
  const link = useFetchOnce(
    useCallback(
      async (signal) => (hasCall('accounts.checkLink') ? await check(token, signal) : null),
      [token],
    ),
  )
  const [dead, setDead] = useState(false)
  if (dead || link.failure?.code === 'dead_link') return <DeadLink />
  // A server without this call checks the token only when the password is sent.
  const unknown = link.data === null || (link.failure !== null && isLackOfCall(link.failure))
  if (link.failure && !unknown)
    return (
      <PublicFormPage title="Set a new password">
        <PublicForm onSubmit={link.retry}>
          <FailureBox failure={link.failure} />
          <Button type="submit" fullWidth>
            Try again
          </Button>
          {signInLink}
        </PublicForm>
      </PublicFormPage>
    )
  if (!link.data && !unknown)
    return (
      <PublicFormPage
        title="Set a new password"
        lead={
          <div role="status" aria-label="Checking the link">
            <Loader size="sm" aria-hidden />
          </div>
        }
      >
        {null}
      </PublicFormPage>
    )
  return <NewPassword token={token} link={link.data?.data} onDead={() => setDead(true)} />
}

function NewPassword(props: {
  token: string
  link: { kind: 'reset' | 'invitation'; expiresAt: string } | undefined
  onDead: () => void
}) {
  const { resetPassword, isLoading } = useSession()
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const invited = props.link?.kind === 'invitation'
  const errors = fieldErrors(failure, ['password'])
  useEffect(() => field.current?.focus(), [])

  async function submit() {
    if (useSession.getState().isLoading) return
    setFailure(null)
    const error = newPasswordError(password)
    setWrong(error)
    if (error) return field.current?.focus()
    try {
      const said = await resetPassword(props.token, password)
      // Replaces the address, as the used token should not stay in the history.
      await navigate({ to: '/', state: { said }, replace: true })
    } catch (thrown) {
      const failed = toFailure(thrown)
      if (failed.code === 'dead_link') return props.onDead()
      setFailure(failed)
      field.current?.select()
    }
  }

  return (
    <PublicFormPage
      title={invited ? 'Welcome. Set your password' : 'Set a new password'}
      lead={
        <>
          {!invited && <p>You will be signed out everywhere else.</p>}
          {props.link && (
            <p>
              This link works once and expires <Time at={props.link.expiresAt} />.
            </p>
          )}
        </>
      }
    >
      <PublicForm onSubmit={submit}>
        <NewPasswordField
          ref={field}
          label="New password"
          name="password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={wrong ?? errors.fields['password']}
        />
        <FailureBox failure={failure} lines={errors.rest} />
        <Button type="submit" fullWidth loading={isLoading}>
          {invited ? 'Set the password' : 'Set the new password'}
        </Button>
        {signInLink}
      </PublicForm>
    </PublicFormPage>
  )
}

function DeadLink() {
  return (
    <PublicFormPage
      title="This link no longer works"
      lead={
        <p>
          It has already been used, has expired or was copied incompletely. You can request a new
          one.
        </p>
      }
    >
      <PublicStack>
        <Link to="/forgot-password" className={linkButton} data-wide>
          Request a new link
        </Link>
        {signInLink}
      </PublicStack>
    </PublicFormPage>
  )
}
