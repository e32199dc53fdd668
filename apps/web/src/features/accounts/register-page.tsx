import { t } from '@steward/i18n/reader'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { config } from '../../api/config.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { BackToSignIn, PublicNotice, PublicWait } from '../../shared/public/public-notice.tsx'
import { useFetchOnce } from '../../shared/public/use-fetch-once.ts'
import { rich } from '../../ui/format/rich.tsx'
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
  // i18n-ignore: a name
  const app = config().name ?? 'Steward'

  if (done)
    return (
      <PublicNotice title={done.active ? t('You are the owner') : t('Check your e-mail')}>
        <SuccessMessage>
          <p>{done.message}</p>
        </SuccessMessage>
        <Link to="/" state={{ email: done.email }} className={linkButton} data-wide replace>
          {done.active ? t('Sign in') : t('Back to sign in')}
        </Link>
      </PublicNotice>
    )
  if (!takesRegistrations)
    return (
      <PublicNotice title={t('Registration is closed')}>
        <p>{t('Self-registration is turned off. Ask staff of {app} for one.', { app })}</p>
        <BackToSignIn />
      </PublicNotice>
    )
  if (!asked.data)
    return <PublicWait title={t('Create an account')} label={t('Loading')} asked={asked} />
  return (
    <PublicFormPage
      title={t('Create an account')}
      lead={
        <p>
          {asked.data.first
            ? rich(
                '{app} has no staff yet: this account becomes its <b>owner</b> and can sign in at once.',
                { app, b: (inner) => <strong>{inner}</strong> },
              )
            : rich(
                'We’ll e-mail you a link to confirm your address. Your account then <b>waits</b> until staff of {app} approve it.',
                { app, b: (inner) => <strong>{inner}</strong> },
              )}
        </p>
      }
    >
      <RegisterForm email={brought ?? ''} setupCode={asked.data.setupCode} onDone={setDone}>
        <BackToSignIn />
      </RegisterForm>
    </PublicFormPage>
  )
}
