import { Button, TextInput } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/InlineInput.css'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Failure } from '../../api/failure.ts'
import { BackToSignIn } from '../../shared/public/public-notice.tsx'
import { FailureBox } from '../../ui/dialog/failure-box.tsx'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { useSending } from '../../ui/form/use-sending.ts'
import { PublicForm, PublicFormPage, SuccessMessage } from '../../ui/page/public-form-page.tsx'
import { useSession } from './session.store.ts'

/** Asks for an e-mail to set a password; success and message are in the session (section 4). */
export function ForgotPasswordPage() {
  const { forgotPassword, forgotPasswordSuccess, forgotPasswordMessage } = useSession()
  const brought = useLocation({ select: ({ state }) => state.email })
  const [email, setEmail] = useState(brought ?? '')
  const [missing, setMissing] = useState(false)
  const { pending, failure, run } = useSending()
  // The answer of an earlier visit is not shown again.
  const [asked, setAsked] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const sent = asked && forgotPasswordSuccess

  useEffect(() => {
    if (!sent) field.current?.focus()
  }, [sent])

  async function submit() {
    setMissing(!email.trim())
    await run(
      async () => {
        if (!email.trim()) return field.current?.focus()
        await forgotPassword(email.trim())
        setAsked(true)
      },
      () => field.current?.focus(),
    )
  }

  if (sent)
    return (
      <PublicFormPage title={t('Check your e-mail')}>
        <PublicForm onSubmit={() => setAsked(false)}>
          <SuccessMessage>
            <p>{forgotPasswordMessage}</p>
          </SuccessMessage>
          <Button type="submit" fullWidth>
            {t('Didn’t get an e-mail? Try again')}
          </Button>
          <BackToSignIn email={email} />
        </PublicForm>
      </PublicFormPage>
    )
  const { fields } = fieldErrors(failure, ['email'])
  return (
    <PublicFormPage
      title={t('Forgot your password?')}
      lead={
        <p>{t('Enter your e-mail address and we’ll send you a link to set a new password.')}</p>
      }
    >
      <PublicForm onSubmit={submit}>
        <FailureBox
          failure={failure}
          lines={failure ? [forgotPasswordMessage, ...beside(failure)] : []}
        />
        <TextInput
          ref={field}
          label={t('E-mail')}
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={missing ? t('Enter your e-mail address') : fields['email']}
        />
        <Button variant="filled" type="submit" fullWidth loading={pending}>
          {t('Send link')}
        </Button>
        <BackToSignIn email={email} />
      </PublicForm>
    </PublicFormPage>
  )
}

/** Adds to the specification's words how long to wait, or that there was no answer. */
function beside({ code, message }: Failure): string[] {
  return code === 'too_many' || code === 'unreachable' || code === 'offline' ? [message] : []
}
