import type { DeliveryAttempt } from '@steward/contract/webhooks/webhooks'
import { count, t } from '@steward/i18n/reader'
import { IconCheck, IconX } from '@tabler/icons-react'
import { said } from '../../../api/said.ts'
import { rich } from '../../../ui/format/rich.tsx'
import { Time } from '../../../ui/format/time.tsx'
import classes from './webhooks.module.css'

/** What came of a try: its answer's status, or why none came, and how long it took. */
export function AttemptWords({ of: { at, ms, status, error } }: { of: DeliveryAttempt }) {
  const isTaken = status !== null && status >= 200 && status < 300
  const Icon = isTaken ? IconCheck : IconX
  const time = t('{ms} ms', { ms: count(ms) })
  return (
    <span className={classes.attempt}>
      <Icon size="1rem" aria-hidden />
      <span>
        {isTaken
          ? t('Taken with {status}', { status: String(status) })
          : status === null
            ? said(error?.message ?? '', error ?? {})
            : t('Refused with {status}', { status: String(status) })}
        {' · '}
        {rich('{at}, {time}', { at: <Time at={at} />, time })}
      </span>
    </span>
  )
}
