import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { type Failure, toFailure } from '../../api/failure.ts'
import { FailureBox } from '../../ui/feedback/failure-box.tsx'
import { linkButton } from '../../ui/page/link-button.ts'
import {
  PublicForm,
  PublicFormPage,
  PublicLinks,
  PublicStack,
  SuccessMessage,
} from '../../ui/page/public-form-page.tsx'

const signInLink = (
  <PublicLinks>
    <Link to="/">Back to sign in</Link>
  </PublicLinks>
)

/** Confirms the address of a registration; by a button, since mail scanners open links, and each works once. */
export function ConfirmPage() {
  const { token } = useParams({ from: '/confirm/$token' })
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const sending = useRef(false)

  async function submit() {
    if (sending.current) return
    sending.current = true
    setPending(true)
    setFailure(null)
    try {
      const { message } = await call('accounts.confirmAddress', { body: { token } })
      setDone(message || 'Your e-mail address is confirmed.')
    } catch (thrown) {
      setFailure(toFailure(thrown))
    } finally {
      sending.current = false
      setPending(false)
    }
  }

  if (done)
    return (
      <PublicFormPage title="Your address is confirmed">
        <PublicStack>
          <SuccessMessage>
            <p>{done}</p>
          </SuccessMessage>
          {signInLink}
        </PublicStack>
      </PublicFormPage>
    )
  if (failure?.code === 'dead_link')
    return (
      <PublicFormPage
        title="This link no longer works"
        lead={
          <p>
            It has already been used, has expired or was copied incompletely. If your address isn’t
            confirmed yet, register again with the same address to get a new link.
          </p>
        }
      >
        <PublicStack>
          <Link to="/register" className={linkButton} data-wide>
            Register again
          </Link>
          {signInLink}
        </PublicStack>
      </PublicFormPage>
    )
  return (
    <PublicFormPage
      title="Confirm your e-mail address"
      lead={
        <p>
          Only confirm if you registered for a staff account yourself. Otherwise, close this page:
          the account can’t be approved without your confirmation.
        </p>
      }
    >
      <PublicForm onSubmit={submit}>
        <FailureBox failure={failure} />
        <Button type="submit" fullWidth loading={pending}>
          Yes, confirm my address
        </Button>
        {signInLink}
      </PublicForm>
    </PublicFormPage>
  )
}
