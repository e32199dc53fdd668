import { Button, Loader } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { config } from '../../api/config.ts'
import { isLackOfCall } from '../../api/failure.ts'
import { hasCall, useHasCall } from '../../api/missing-calls.ts'
import { FailureBox } from '../../ui/feedback/failure-box.tsx'
import { useFetchOnce } from '../../ui/feedback/use-fetch-once.ts'
import { linkButton } from '../../ui/page/link-button.ts'
import {
  PublicForm,
  PublicFormPage,
  PublicLinks,
  PublicStack,
  SuccessMessage,
} from '../../ui/page/public-form-page.tsx'
import { RegisterForm } from './register-form.tsx'

const ask = async (signal: AbortSignal) => {
  if (!hasCall('accounts.registration')) return { first: false, setupCode: false }
  const { data } = await call('accounts.registration', { signal })
  return { first: data?.first === true, setupCode: data?.setupCode === true }
}

/** The registration page (specification section 2): the first account is the owner, others wait for approval. */
export function RegisterPage() {
  const brought = useLocation({ select: ({ state }) => state.email })
  const registration = useFetchOnce(ask)
  const [done, setDone] = useState<{ email: string; message: string; active: boolean } | null>(null)
  const takesRegistrations = useHasCall('accounts.register')
  const name = config().name ?? 'Steward'

  if (done)
    return (
      <PublicFormPage title={done.active ? 'You are the owner' : 'Check your e-mail'}>
        <PublicStack>
          <SuccessMessage>
            <p>{done.message}</p>
          </SuccessMessage>
          <Link to="/" state={{ email: done.email }} className={linkButton} data-wide replace>
            {done.active ? 'Sign in' : 'Back to sign in'}
          </Link>
        </PublicStack>
      </PublicFormPage>
    )

  const { data, failure } = registration
  // Where the server lacks the call, it is assumed that a registration waits for approval.
  const unknown = failure !== null && isLackOfCall(failure)
  const leads = data ?? (unknown ? { first: false, setupCode: false } : null)
  const signIn = (
    <PublicLinks>
      <Link to="/">Back to sign in</Link>
    </PublicLinks>
  )
  if (!takesRegistrations)
    return (
      <PublicFormPage title="Registration is closed">
        <PublicStack>
          <p>Self-registration is turned off. Ask staff of {name} for one.</p>
          {signIn}
        </PublicStack>
      </PublicFormPage>
    )
  if (!leads)
    return (
      <PublicFormPage
        title="Create an account"
        lead={
          !failure && (
            <div role="status" aria-label="Loading">
              <Loader size="sm" aria-hidden />
            </div>
          )
        }
      >
        {failure && (
          <PublicForm onSubmit={registration.retry}>
            <FailureBox failure={failure} />
            <Button type="submit" fullWidth>
              Try again
            </Button>
            {signIn}
          </PublicForm>
        )}
      </PublicFormPage>
    )
  return (
    <PublicFormPage
      title="Create an account"
      lead={
        leads.first ? (
          <p>
            {name} has no staff yet: this account becomes its <strong>owner</strong> and can sign in
            at once.
          </p>
        ) : (
          <p>
            We’ll e-mail you a link to confirm your address. Your account then{' '}
            <strong>waits</strong> until staff of {name} approve it.
          </p>
        )
      }
    >
      <RegisterForm email={brought ?? ''} setupCode={leads.setupCode} onDone={setDone}>
        {signIn}
      </RegisterForm>
    </PublicFormPage>
  )
}
