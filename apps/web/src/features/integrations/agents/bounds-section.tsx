import { Button } from '@mantine/core'
import { areas } from '@steward/contract/areas/areas'
import type { DataOf } from '@steward/contract/calls/endpoints'
import type { AgentBounds } from '@steward/contract/proposals/proposals'
import { t } from '@steward/i18n/reader'
import { IconGauge, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx'
import { inRow } from '../../../ui/format/phrases.ts'
import { rich } from '../../../ui/format/rich.tsx'
import { toast } from '../../../ui/messages/messages.tsx'
import { Item, Items, Section } from '../../../ui/page/section.tsx'
import { PartLink } from '../shared/part-link.tsx'
import { useIntegrationWrite } from '../shared/use-integration-write.ts'
import { BoundsDialog } from './bounds-dialog.tsx'
import { actionWords } from './proposal-words.ts'

type Open = { what: 'new' } | { what: 'edit' | 'remove'; bounds: AgentBounds }

/** Whose bounds they are: an account, or one of its keys. */
export const boundsName = ({ account, key }: Pick<AgentBounds, 'account' | 'key'>): string =>
  key ? t('{account} with the key {key}', { account: account.name, key: key.name }) : account.name

/** Within which bounds each account proposes. */
export function BoundsSection(props: { data: DataOf<'agentBounds.list'>; mayChange: boolean }) {
  const { data, mayChange } = props
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <Section
      title={t('Bounds')}
      hint={t('What each account may propose. Without bounds, an account may propose nothing.')}
    >
      {data.bounds.length === 0 ? (
        <p className="dim">{t('No account has bounds yet.')}</p>
      ) : (
        <Items label={t('Bounds')}>
          {data.bounds.map((bounds) => (
            <BoundsItem
              key={bounds._id}
              of={bounds}
              mayChange={mayChange}
              onOpen={(what) => setOpen({ what, bounds })}
            />
          ))}
        </Items>
      )}
      {mayChange && (
        <div>
          <Button
            leftSection={<IconPlus size="1rem" aria-hidden />}
            disabled={data.accounts.length === 0}
            onClick={() => setOpen({ what: 'new' })}
          >
            {t('Set bounds')}
          </Button>
          {data.accounts.length === 0 && (
            <p className="mt-8 dim">
              {rich('First create a service account under <link>Keys</link>.', {
                link: (text) => <PartLink to="keys">{text}</PartLink>,
              })}
            </p>
          )}
        </div>
      )}
      {(open?.what === 'new' || open?.what === 'edit') && (
        <BoundsDialog
          accounts={data.accounts}
          bounds={open.what === 'edit' ? open.bounds : null}
          onClose={close}
        />
      )}
      {open?.what === 'remove' && <RemoveDialog of={open.bounds} onClose={close} />}
    </Section>
  )
}

function BoundsItem(props: {
  of: AgentBounds
  mayChange: boolean
  onOpen: (what: 'edit' | 'remove') => void
}) {
  const { of: bounds } = props
  const name = boundsName(bounds)
  return (
    <Item
      icon={<IconGauge size="1.25rem" stroke={1.6} aria-hidden />}
      title={<bdi>{name}</bdi>}
      actions={
        props.mayChange && (
          <>
            <Button
              aria-label={t('Edit the bounds of {name}', { name })}
              onClick={() => props.onOpen('edit')}
            >
              {t('Edit')}
            </Button>
            <Button
              aria-label={t('Remove the bounds of {name}', { name })}
              onClick={() => props.onOpen('remove')}
            >
              {t('Remove')}
            </Button>
          </>
        )
      }
    >
      <span>{inRow(bounds.areas.map((area) => t(areas[area].title)))}</span>
      <span>
        {inRow(bounds.actions.map((action) => t(actionWords[action])))}
        {' · '}
        {t('{count, plural, one {# record an hour} other {# records an hour}}', {
          count: bounds.recordsPerHour,
        })}
      </span>
    </Item>
  )
}

function RemoveDialog(props: { of: AgentBounds; onClose: () => void }) {
  const name = boundsName(props.of)
  const { mutate, isPending, error } = useIntegrationWrite(
    () => call('agentBounds.delete', { params: { id: props.of._id } }),
    () => {
      props.onClose()
      toast.success(t('Bounds removed'))
    },
  )
  return (
    <ConfirmDialog
      title={t('Remove the bounds of {name}?', { name })}
      action={t('Remove')}
      danger
      pending={isPending}
      failure={error}
      onConfirm={() => mutate(undefined)}
      onClose={props.onClose}
    >
      <p>{t('It may propose nothing from then on. What it has proposed still waits.')}</p>
    </ConfirmDialog>
  )
}
