import { overlapHours as bounds, type Webhook } from '@steward/contract/webhooks/webhooks'
import { t } from '@steward/i18n/reader'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { FormDialog } from '../../../ui/dialog/dialog.tsx'
import { OverlapField } from '../shared/overlap-field.tsx'
import { useIntegrationWrite } from '../shared/use-integration-write.ts'

/** Makes a new secret, beside which the one before signs for some hours. */
export function SecretRotation(props: {
  webhook: Webhook
  onMade: (made: { webhook: Webhook; secret: string }) => void
  onClose: () => void
}) {
  const { _id: id, name } = props.webhook
  const [overlapHours, setOverlapHours] = useState<number>(bounds.usual)
  const { mutate, isPending, error } = useIntegrationWrite(
    () => call('webhooks.rotateSecret', { params: { id }, body: { overlapHours } }),
    ({ data }) => props.onMade(data),
  )
  return (
    <FormDialog
      title={t('New secret for {name}', { name })}
      action={t('Make a new secret')}
      pending={isPending}
      failure={error}
      onSubmit={() => mutate(undefined)}
      onClose={props.onClose}
    >
      <p>
        {t(
          'Events are then signed with both secrets for a time, so that the receiver can change to the new one without losing any.',
        )}
      </p>
      <OverlapField
        label={t('The secret before signs, too')}
        hours={overlapHours}
        onHours={setOverlapHours}
      />
    </FormDialog>
  )
}
