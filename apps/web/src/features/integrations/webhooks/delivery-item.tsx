import { Button } from '@mantine/core'
import type { WebhookDelivery } from '@steward/contract/webhooks/webhooks'
import { t } from '@steward/i18n/reader'
import { rich } from '../../../ui/format/rich.tsx'
import { Time } from '../../../ui/format/time.tsx'
import { Item } from '../../../ui/page/section.tsx'
import { StatusBadge } from '../../../ui/record/status-badge.tsx'
import { AttemptWords } from './attempt-words.tsx'
import classes from './webhooks.module.css'

/** A delivery: what it told, how it is, and each try within. */
export function DeliveryItem(props: { of: WebhookDelivery; onReplay: (() => void) | null }) {
  const { of: delivery, onReplay } = props
  const { record, attempts, answer } = delivery
  const [last] = attempts
  return (
    <Item
      title={
        <span className={classes.title}>
          <code dir="ltr">{delivery.type}</code>
          {record && <bdi>{record.title}</bdi>}
          <StatusBadge status={delivery.status} />
        </span>
      }
      actions={
        onReplay && (
          <Button
            aria-label={t('Send {type} again', {
              type: [delivery.type, record?.title].filter(Boolean).join(' '),
            })}
            onClick={onReplay}
          >
            {t('Send again')}
          </Button>
        )
      }
    >
      {last ? <AttemptWords of={last} /> : <Untried of={delivery} />}
      {last && delivery.nextAt && (
        <span>{rich('Next try: {at}', { at: <Time at={delivery.nextAt} /> })}</span>
      )}
      <details className={classes.details}>
        <summary>{t('Details')}</summary>
        <dl className={classes.facts}>
          {/* i18n-ignore: the name of a header */}
          <dt>webhook-id</dt>
          <dd>
            <code className="anywhere">{delivery.messageId}</code>
          </dd>
          <dt>{t('Tries')}</dt>
          {attempts.map((attempt) => (
            <dd key={attempt.at}>
              <AttemptWords of={attempt} />
            </dd>
          ))}
          {delivery.isReplay && <dd>{t('Sent again by a person')}</dd>}
          {answer && (
            <>
              <dt>{t('Answer')}</dt>
              <dd>
                <pre className={classes.answer}>{answer}</pre>
              </dd>
            </>
          )}
        </dl>
      </details>
    </Item>
  )
}

const Untried = ({ of: { status, createdAt } }: { of: WebhookDelivery }) => (
  <span>
    {status === 'withheld'
      ? t('Not sent: its owner may not see this record any more.')
      : status === 'waiting'
        ? t('Waits until what happened before to the same record is taken.')
        : t('Left out')}{' '}
    <Time at={createdAt} />
  </span>
)
