import { Button, Loader } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FailureBox } from '../../ui/dialog/failure-box.tsx'
import { PublicForm, PublicFormPage, PublicLinks } from '../../ui/page/public-form-page.tsx'
import type { Answer } from './use-fetch-once.ts'

export const BackToSignIn = ({ email }: { email?: string }) => (
  <PublicLinks>
    <Link to="/" {...(email && { state: { email } })}>
      {t('Back to sign in')}
    </Link>
  </PublicLinks>
)

/** A page without a form, which says what has happened and leads on. */
export const PublicNotice = (props: { title: string; lead?: ReactNode; children: ReactNode }) => (
  <PublicFormPage title={props.title} lead={props.lead}>
    <div className="grid gap-16 full">{props.children}</div>
  </PublicFormPage>
)

/** A page whose form waits for an answer; where that fails, it can be asked for again. */
export function PublicWait(props: { title: string; label: string; asked: Answer<unknown> }) {
  const { failure, retry } = props.asked
  if (failure)
    return (
      <PublicFormPage title={props.title}>
        <PublicForm onSubmit={retry}>
          <FailureBox failure={failure} />
          <Button variant="filled" type="submit" fullWidth>
            {t('Try again')}
          </Button>
          <BackToSignIn />
        </PublicForm>
      </PublicFormPage>
    )
  return (
    <PublicFormPage
      title={props.title}
      lead={
        <div role="status" aria-label={props.label}>
          <Loader size="sm" aria-hidden />
        </div>
      }
    />
  )
}
