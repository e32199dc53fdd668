import { Button } from '@mantine/core'
import type { Webhook } from '@steward/contract/webhooks/webhooks'
import { t } from '@steward/i18n/reader'
import { rich } from '../../../ui/format/rich.tsx'
import { Time } from '../../../ui/format/time.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { StatusBadge } from '../../../ui/record/status-badge.tsx'
import { addressOfFilter } from './list-filter.ts'
import { TestButton } from './test-button.tsx'
import { stateOfWebhook, toldWords, whyOff } from './webhook-words.ts'
import classes from './webhooks.module.css'

/** What can be done with a webhook. */
export type WebhookAct = 'edit' | 'deliveries' | 'rotate' | 'on' | 'off' | 'delete'

/** A webhook: where it sends what, how it is, and what can be done with it. */
export function WebhookSection(props: {
  webhook: Webhook
  mayChange: boolean
  onAct: (act: WebhookAct) => void
}) {
  const { webhook, mayChange } = props
  const { name, filter, owner } = webhook
  const act = (what: WebhookAct, label: string, named: string) => (
    <Button aria-label={named} onClick={() => props.onAct(what)}>
      {label}
    </Button>
  )
  return (
    <Section
      title={name}
      hint={
        <span className={classes.title}>
          <StatusBadge status={stateOfWebhook(webhook)} />
          <code dir="ltr" className="anywhere">
            {webhook.url}
          </code>
        </span>
      }
    >
      <State of={webhook} />
      <div className={classes.facts}>
        <span>{rich('Tells: {what}', { what: <bdi>{toldWords(webhook)}</bdi> })}</span>
        {filter && (
          <span>
            {rich('Only records of {list}', {
              list: (
                <a className="link anywhere" href={addressOfFilter(filter)} dir="ltr">
                  {addressOfFilter(filter)}
                </a>
              ),
            })}
          </span>
        )}
        <span>
          {owner
            ? rich('Sends what {name} may see', { name: <bdi>{owner.name}</bdi> })
            : t('Nobody owns it')}
        </span>
        {webhook.overlapUntil && (
          <span>
            {rich('The secret before still signs, too; it ends {at}', {
              at: <Time at={webhook.overlapUntil} />,
            })}
          </span>
        )}
      </div>
      <div className={classes.actions}>
        {mayChange && <TestButton webhook={webhook} />}
        {act('deliveries', t('Deliveries'), t('Deliveries of {name}', { name }))}
        {mayChange && (
          <>
            {act('edit', t('Edit'), t('Edit {name}', { name }))}
            {act('rotate', t('New secret'), t('New secret for {name}', { name }))}
            {webhook.state === 'on'
              ? act('off', t('Switch off'), t('Switch {name} off', { name }))
              : act('on', t('Switch on'), t('Switch {name} on', { name }))}
            {act('delete', t('Delete'), t('Delete {name}', { name }))}
          </>
        )}
      </div>
    </Section>
  )
}

function State({ of: webhook }: { of: Webhook }) {
  const why = whyOff(webhook)
  return (
    <div className={classes.facts}>
      {why && (
        <span>
          {why} {webhook.offAt && rich('Since {at}', { at: <Time at={webhook.offAt} /> })}
        </span>
      )}
      {webhook.state === 'on' && webhook.failingSince && (
        <span>
          {rich(
            '{count, plural, one {The last try has failed} other {The last # tries have failed}}, since {at}',
            { count: webhook.failures, at: <Time at={webhook.failingSince} /> },
          )}
        </span>
      )}
      <span>
        {webhook.lastSentAt
          ? rich('Last taken {at}', { at: <Time at={webhook.lastSentAt} /> })
          : t('Nothing sent yet')}
        {webhook.waiting > 0 && (
          <>
            {' · '}
            {t('{count, plural, one {# event waits} other {# events wait}}', {
              count: webhook.waiting,
            })}
          </>
        )}
        {webhook.state === 'off' && webhook.isBehind && (
          <>
            {' · '}
            {t('there is more to send')}
          </>
        )}
      </span>
      {webhook.replay && (
        <span>
          {rich('Sending again what happened from {from} to {to}', {
            from: <Time at={webhook.replay.from} />,
            to: <Time at={webhook.replay.to} />,
          })}
        </span>
      )}
    </div>
  )
}
