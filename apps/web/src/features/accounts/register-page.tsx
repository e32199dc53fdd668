import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { config } from '../../api/config.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { BackToSignIn, PublicNotice, PublicWait } from '../../shared/public/public-notice.tsx'
import { useFetchOnce } from '../../shared/public/use-fetch-once.ts'
import { linkButton } from '../../ui/links/link-button.ts'
import { PublicFormPage, SuccessMessage } from '../../ui/page/public-form-page.tsx'
import { RegisterForm } from './register-form.tsx'

const ask = async (signal: AbortSignal) => {
  const { data } = await call('accounts.registration', { signal })
  return { first: data?.first === true, setupCode: data?.setupCode === true }
}
/** Where the server lacks the call, it is assumed that a registration waits for approval. */
const assumed = { first: false, setupCode: false }

/** The registration page (specification section 2): the first account is the owner, others wait for approval. */
export function RegisterPage() {
  const brought = useLocation({ select: ({ state }) => state.email })
  const asked = useFetchOnce('accounts.registration', ask, assumed)
  const [done, setDone] = useState<{ email: string; message: string; active: boolean } | null>(null)
  const takesRegistrations = useHasCall('accounts.register')
  const name = config().name ?? 'Steward'

  if (done)
    return (
      <PublicNotice title={done.active ? 'You are the owner' : 'Check your e-mail'}>
        <SuccessMessage>
          <p>{done.message}</p>
        </SuccessMessage>
        <Link to="/" state={{ email: done.email }} className={linkButton} data-wide replace>
          {done.active ? 'Sign in' : 'Back to sign in'}
        </Link>
      </PublicNotice>
    )
  if (!takesRegistrations)
    return (
      <PublicNotice title="Registration is closed">
        <p>Self-registration is turned off. Ask staff of {name} for one.</p>
        <BackToSignIn />
      </PublicNotice>
    )
  if (!asked.data) return <PublicWait title="Create an account" label="Loading" asked={asked} />
  return (
    <PublicFormPage
      title="Create an account"
      lead={
        asked.data.first ? (
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
      <RegisterForm email={brought ?? ''} setupCode={asked.data.setupCode} onDone={setDone}>
        <BackToSignIn />
      </RegisterForm>
    </PublicFormPage>
  )
}
