import { Button, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import type { Webhook } from '@steward/contract/webhooks/webhooks'
import { t } from '@steward/i18n/reader'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { toFailure } from '../../../api/failure.ts'
import { FailureBox } from '../../../ui/dialog/failure-box.tsx'
import { Form } from '../../../ui/dialog/form.tsx'
import { fieldErrors } from '../../../ui/form/field-errors.ts'
import { toast } from '../../../ui/messages/messages.tsx'
import { useIntegrationWrite } from '../shared/use-integration-write.ts'
import classes from './webhooks.module.css'

/** A local time as it is sent; empty where it is none. */
const sent = (local: string) => {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? '' : at.toISOString()
}

/** Sends again what happened between two times. */
export function ReplayForm({ webhook: { _id: id } }: { webhook: Webhook }) {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const { mutate, isPending, error } = useIntegrationWrite(
    () => call('webhooks.replay', { params: { id }, body: { from: sent(from), to: sent(to) } }),
    ({ message }) => {
      setFrom('')
      setTo('')
      toast.success(message)
    },
  )
  const { fields, rest } = fieldErrors(error, ['from', 'to'])
  return (
    <Form className="grid one-column gap-8" onSubmit={() => mutate(undefined)}>
      <h2 className="medium">{t('Send a time again')}</h2>
      <p className="dim">
        {t(
          'Everything that happened then and this webhook tells is sent again, each event with the webhook-id that it always has.',
        )}
      </p>
      <div className={classes.actions}>
        <TextInput
          type="datetime-local"
          required
          label={t('From')}
          value={from}
          error={fields['from']}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          required
          label={t('To')}
          value={to}
          error={fields['to']}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
        />
        <Button type="submit" loading={isPending}>
          {t('Send again')}
        </Button>
      </div>
      <FailureBox failure={error ? toFailure(error) : null} lines={rest} />
    </Form>
  )
}
