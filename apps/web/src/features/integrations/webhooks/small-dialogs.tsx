import { NativeSelect, Radio, Stack } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import '@mantine/core/styles/Stack.css'
import { overlapHours as bounds, type Webhook } from '@steward/contract/webhooks/webhooks'
import { t } from '@steward/i18n/reader'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { FormDialog } from '../../../ui/dialog/dialog.tsx'
import { toast } from '../../../ui/messages/messages.tsx'
import { useWebhookWrite } from './webhooks.queries.ts'

const overlaps = [0, 1, 24, 72, bounds.max] as const

/** Makes a new secret, beside which the one before signs for some hours. */
export function SecretRotation(props: {
  webhook: Webhook
  onMade: (made: { webhook: Webhook; secret: string }) => void
  onClose: () => void
}) {
  const { _id: id, name } = props.webhook
  const [overlapHours, setOverlapHours] = useState<number>(bounds.usual)
  const { mutate, isPending, error } = useWebhookWrite(
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
      <NativeSelect
        label={t('The secret before signs, too')}
        value={overlapHours}
        onChange={({ currentTarget }) => setOverlapHours(Number(currentTarget.value))}
      >
        {overlaps.map((hours) => (
          <option key={hours} value={hours}>
            {t(
              '{hours, plural, =0 {No longer: somebody else knows it} one {For # more hour} other {For # more hours}}',
              { hours },
            )}
          </option>
        ))}
      </NativeSelect>
    </FormDialog>
  )
}

/** Switches a webhook on, with or without what it has missed. */
export function SwitchOnDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { _id: id, name } = webhook
  const [skip, setSkip] = useState(false)
  const { mutate, isPending, error } = useWebhookWrite(
    () => call('webhooks.update', { params: { id }, body: { state: 'on', skip } }),
    ({ message }) => {
      onClose()
      toast.success(message)
    },
  )
  return (
    <FormDialog
      title={t('Switch {name} on', { name })}
      action={t('Switch on')}
      pending={isPending}
      failure={error}
      onSubmit={() => mutate(undefined)}
      onClose={onClose}
    >
      <Radio.Group
        label={t('What happened while it was off')}
        value={skip ? 'skip' : 'send'}
        onChange={(value) => setSkip(value === 'skip')}
      >
        <Stack gap={8} mt={8}>
          <Radio data-autofocus value="send" label={t('Send it now, in its order')} />
          <Radio value="skip" label={t('Leave it out; it can be sent again from the deliveries')} />
        </Stack>
      </Radio.Group>
      <p className="dim">{t('You become its owner: it then sends what you may see.')}</p>
    </FormDialog>
  )
}
