import { Radio, Stack } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import '@mantine/core/styles/Stack.css'
import type { Webhook } from '@steward/contract/webhooks/webhooks'
import { t } from '@steward/i18n/reader'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { FormDialog } from '../../../ui/dialog/dialog.tsx'
import { toast } from '../../../ui/messages/messages.tsx'
import { useIntegrationWrite } from '../shared/use-integration-write.ts'

/** Switches a webhook on, with or without what it has missed. */
export function SwitchOnDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { _id: id, name } = webhook
  const [skip, setSkip] = useState(false)
  const { mutate, isPending, error } = useIntegrationWrite(
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
