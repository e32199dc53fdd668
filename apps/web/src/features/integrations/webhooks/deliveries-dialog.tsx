import { Button, NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/InlineInput.css'
import { deliveryStatuses, type Webhook } from '@steward/contract/webhooks/webhooks'
import { t } from '@steward/i18n/reader'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { showFailure, toast } from '../../../ui/messages/messages.tsx'
import { Items, SectionState } from '../../../ui/page/section.tsx'
import { statusWord } from '../../../ui/record/status-badge.tsx'
import { useIntegrationWrite } from '../shared/use-integration-write.ts'
import { DeliveryItem } from './delivery-item.tsx'
import { ReplayForm } from './replay-form.tsx'
import classes from './webhooks.module.css'
import { type DeliveryStatus, deliveries } from './webhooks.queries.ts'

/** The deliveries of a webhook, the newest first; each can be sent again, and so can a span of time. */
export function DeliveriesDialog(props: {
  webhook: Webhook
  mayChange: boolean
  onClose: () => void
}) {
  const { webhook, mayChange } = props
  const { _id: id, name } = webhook
  const [status, setStatus] = useState<DeliveryStatus | ''>('')
  const found = useInfiniteQuery(deliveries(id, status))
  const all = found.data?.pages.flatMap((page) => page.deliveries)
  const replay = useIntegrationWrite(
    (delivery: string) => call('webhooks.replay', { params: { id }, body: { delivery } }),
    ({ message }) => toast.success(message),
    showFailure,
  )
  const mayReplay = mayChange && webhook.state === 'on'
  return (
    <Dialog title={t('Deliveries of {name}', { name })} size="xl" onClose={props.onClose}>
      <div className="grid one-column gap-16">
        <NativeSelect
          className={classes.narrow}
          label={t('Show')}
          value={status}
          onChange={({ currentTarget }) => setStatus(currentTarget.value as DeliveryStatus | '')}
        >
          <option value="">{t('All')}</option>
          {deliveryStatuses.map((each) => (
            <option key={each} value={each}>
              {statusWord(each)}
            </option>
          ))}
        </NativeSelect>
        {!all && <SectionState error={found.error} onRetry={() => void found.refetch()} />}
        {all?.length === 0 && (
          <p className="dim">
            {status === ''
              ? t('Nothing has been sent yet. Deliveries are kept for 30 days.')
              : t('There are none of these.')}
          </p>
        )}
        {all && all.length > 0 && (
          <Items label={t('Deliveries')}>
            {all.map((delivery) => (
              <DeliveryItem
                key={delivery._id}
                of={delivery}
                onReplay={
                  mayReplay && delivery.status !== 'waiting'
                    ? () => replay.mutate(delivery._id)
                    : null
                }
              />
            ))}
          </Items>
        )}
        {found.hasNextPage && (
          <div>
            <Button loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
              {t('Show more')}
            </Button>
          </div>
        )}
        {mayReplay && <ReplayForm webhook={webhook} />}
      </div>
    </Dialog>
  )
}
