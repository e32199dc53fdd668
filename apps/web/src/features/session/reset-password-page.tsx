import { Button } from '@mantine/core'
import type { DataOf } from '@steward/contract/calls/endpoints'
import { t } from '@steward/i18n/reader'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { NewPasswordField, newPasswordError } from '../../shared/passwords/new-password-field.tsx'
import { BackToSignIn, PublicNotice, PublicWait } from '../../shared/public/public-notice.tsx'
import { useFetchOnce } from '../../shared/public/use-fetch-once.ts'
import { FailureBox } from '../../ui/dialog/failure-box.tsx'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { useSending } from '../../ui/form/use-sending.ts'
import { rich } from '../../ui/format/rich.tsx'
import { Time } from '../../ui/format/time.tsx'
import { linkButton } from '../../ui/links/link-button.ts'
import { PublicForm, PublicFormPage } from '../../ui/page/public-form-page.tsx'
import { useSession } from './session.store.ts'

type MailedLink = DataOf<'accounts.checkLink'>

/** A server without this call checks the token only when the password is sent. */
const unchecked: { link?: MailedLink } = {}

/** Sets a new password with a mailed token, which is checked before the form is shown. */
export function ResetPasswordPage() {
  const { token } = useParams({ from: '/reset-password/$token' })
  const check = useCallback(
    async (signal: AbortSignal): Promise<{ link?: MailedLink }> => ({
      link: (await call('accounts.checkLink', { body: { token }, signal })).data,
    }),
    [token],
  )
  const asked = useFetchOnce('accounts.checkLink', check, unchecked)
  const [dead, setDead] = useState(false)
  if (dead || asked.failure?.code === 'dead_link')
    return (
      <PublicNotice
        title={t('This link no longer works')}
        lead={
          <p>
            {t(
              'It has already been used, has expired or was copied incompletely. You can request a new one.',
            )}
          </p>
        }
      >
        <Link to="/forgot-password" className={linkButton} data-wide>
          {t('Request a new link')}
        </Link>
        <BackToSignIn />
      </PublicNotice>
    )
  if (!asked.data)
    return (
      <PublicWait title={t('Set a new password')} label={t('Checking the link')} asked={asked} />
    )
  return <NewPassword token={token} link={asked.data.link} onDead={() => setDead(true)} />
}

function NewPassword(props: { token: string; link: MailedLink | undefined; onDead: () => void }) {
  const resetPassword = useSession((state) => state.resetPassword)
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const { pending, failure, run } = useSending()
  const field = useRef<HTMLInputElement>(null)
  const invited = props.link?.kind === 'invitation'
  const errors = fieldErrors(failure, ['password'])
  useEffect(() => field.current?.focus(), [])

  const submit = () =>
    run(
      async () => {
        const error = newPasswordError(password)
        setWrong(error)
        if (error) return field.current?.focus()
        const said = await resetPassword(props.token, password)
        // Replaces the address, as the used token should not stay in the history.
        await navigate({ to: '/', state: { said }, replace: true })
      },
      (failed) => (failed.code === 'dead_link' ? props.onDead() : field.current?.select()),
    )

  return (
    <PublicFormPage
      title={invited ? t('Welcome. Set your password') : t('Set a new password')}
      lead={
        <>
          {!invited && <p>{t('You will be signed out everywhere else.')}</p>}
          {props.link && (
            <p>
              {rich('This link works once and expires {time}.', {
                time: <Time at={props.link.expiresAt} />,
              })}
            </p>
          )}
        </>
      }
    >
      <PublicForm onSubmit={submit}>
        <NewPasswordField
          ref={field}
          label={t('New password')}
          name="password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={wrong ?? errors.fields['password']}
        />
        <FailureBox failure={failure} lines={errors.rest} />
        <Button variant="filled" type="submit" fullWidth loading={pending}>
          {invited ? t('Set the password') : t('Set the new password')}
        </Button>
        <BackToSignIn />
      </PublicForm>
    </PublicFormPage>
  )
}
