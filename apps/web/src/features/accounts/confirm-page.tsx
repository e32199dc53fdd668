import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { BackToSignIn, PublicNotice } from '../../shared/public/public-notice.tsx'
import { FailureBox } from '../../ui/dialog/failure-box.tsx'
import { useSending } from '../../ui/form/use-sending.ts'
import { linkButton } from '../../ui/links/link-button.ts'
import { PublicForm, PublicFormPage, SuccessMessage } from '../../ui/page/public-form-page.tsx'

/** Confirms the address of a registration; by a button, since mail scanners open links, and each works once. */
export function ConfirmPage() {
  const { token } = useParams({ from: '/confirm/$token' })
  const { pending, failure, run } = useSending()
  const [done, setDone] = useState<string | null>(null)
  const submit = () =>
    run(async () => {
      const { message } = await call('accounts.confirmAddress', { body: { token } })
      setDone(message || t('Your e-mail address is confirmed.'))
    })

  if (done)
    return (
      <PublicNotice title={t('Your address is confirmed')}>
        <SuccessMessage>
          <p>{done}</p>
        </SuccessMessage>
        <BackToSignIn />
      </PublicNotice>
    )
  if (failure?.code === 'dead_link')
    return (
      <PublicNotice
        title={t('This link no longer works')}
        lead={
          <p>
            {t(
              'It has already been used, has expired or was copied incompletely. If your address isn’t confirmed yet, register again with the same address to get a new link.',
            )}
          </p>
        }
      >
        <Link to="/register" className={linkButton} data-wide>
          {t('Register again')}
        </Link>
        <BackToSignIn />
      </PublicNotice>
    )
  return (
    <PublicFormPage
      title={t('Confirm your e-mail address')}
      lead={
        <p>
          {t(
            'Only confirm if you registered for a staff account yourself. Otherwise, close this page: the account can’t be approved without your confirmation.',
          )}
        </p>
      }
    >
      <PublicForm onSubmit={submit}>
        <FailureBox failure={failure} />
        <Button variant="filled" type="submit" fullWidth loading={pending}>
          {t('Yes, confirm my address')}
        </Button>
        <BackToSignIn />
      </PublicForm>
    </PublicFormPage>
  )
}
