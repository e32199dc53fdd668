import { Button } from '@mantine/core'
import { permission } from '@steward/contract/permissions/permission'
import type { Webhook } from '@steward/contract/webhooks/webhooks'
import { t } from '@steward/i18n/reader'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import { showFailure, toast, undoable } from '../../../ui/messages/messages.tsx'
import { SectionState } from '../../../ui/page/section.tsx'
import { useCan } from '../../../ui/permissions/permitted.tsx'
import { SecretDialog } from '../shared/secret-dialog.tsx'
import { useIntegrationWrite } from '../shared/use-integration-write.ts'
import { useOpen } from '../shared/use-open.ts'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import { ReceiverSection } from './receiver-section.tsx'
import { SecretRotation } from './secret-rotation.tsx'
import { SwitchOnDialog } from './switch-on-dialog.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { type WebhookAct, WebhookSection } from './webhook-section.tsx'
import { webhooks } from './webhooks.queries.ts'

/** What is open over the page. */
type Open =
  | { what: 'new' }
  | { what: 'edit' | 'rotate' | 'on' | 'deliveries'; webhook: Webhook }
  | { what: 'made'; webhook: Webhook; secret: string }

/** Webhooks: what changes is sent to other programs. */
export function WebhooksPart() {
  const { data, error, refetch } = useQuery(webhooks)
  const [open, setOpen] = useOpen<Open>()
  // i18n-ignore: the names of a permission
  const mayChange = useCan()(permission('System', 'Integrations', 'update'))
  const close = () => setOpen(null)
  const restore = useIntegrationWrite(
    (id: string) => call('webhooks.restore', { params: { id } }),
    () => toast.success(t('Undone')),
    showFailure,
  )
  const remove = useIntegrationWrite(
    (id: string) => call('webhooks.delete', { params: { id } }),
    (_, id) => undoable(t('Webhook deleted'), () => restore.mutate(id)),
    showFailure,
  )
  const switchOff = useIntegrationWrite(
    (id: string) => call('webhooks.update', { params: { id }, body: { state: 'off' } }),
    ({ message }) => toast.success(message),
    showFailure,
  )
  const act = (webhook: Webhook) => (what: WebhookAct) => {
    if (what === 'delete') remove.mutate(webhook._id)
    else if (what === 'off') switchOff.mutate(webhook._id)
    else setOpen({ what, webhook })
  }
  const show = (made: { webhook: Webhook; secret: string }) => setOpen({ what: 'made', ...made })
  if (!data) return <SectionState error={error} onRetry={() => void refetch()} />
  return (
    <>
      {mayChange && (
        <div>
          <Button
            variant="filled"
            leftSection={<IconPlus size="1rem" aria-hidden />}
            onClick={() => setOpen({ what: 'new' })}
          >
            {t('New webhook')}
          </Button>
        </div>
      )}
      {data.length === 0 && (
        <p className="dim">
          {t(
            'There are no webhooks yet. Create one with the address of the program that is to be told of changes.',
          )}
        </p>
      )}
      {data.map((webhook) => (
        <WebhookSection
          key={webhook._id}
          webhook={webhook}
          mayChange={mayChange}
          onAct={act(webhook)}
        />
      ))}
      <ReceiverSection />
      {(open?.what === 'new' || open?.what === 'edit') && (
        <WebhookDialog
          webhook={open.what === 'edit' ? open.webhook : null}
          onMade={show}
          onClose={close}
        />
      )}
      {open?.what === 'rotate' && (
        <SecretRotation webhook={open.webhook} onMade={show} onClose={close} />
      )}
      {open?.what === 'on' && <SwitchOnDialog webhook={open.webhook} onClose={close} />}
      {open?.what === 'deliveries' && (
        <DeliveriesDialog
          webhook={data.find(({ _id }) => _id === open.webhook._id) ?? open.webhook}
          mayChange={mayChange}
          onClose={close}
        />
      )}
      {open?.what === 'made' && (
        <SecretDialog
          title={t('Secret of {name}', { name: open.webhook.name })}
          label={t('Secret')}
          secret={open.secret}
          onKept={close}
        >
          <p>
            {t(
              'The receiver checks with it that events come from here: “What a receiver does” on this page says how.',
            )}
          </p>
        </SecretDialog>
      )}
    </>
  )
}
