import { Button, Textarea } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import type { AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import type { Consent, ConsentRecord } from '@steward/contract/consents/consents'
import { t } from '@steward/i18n/reader'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { toFailure } from '../../api/failure.ts'
import { Difference } from '../../shared/audit-log/difference.tsx'
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx'
import { FailureBox } from '../../ui/dialog/failure-box.tsx'
import { inRow } from '../../ui/format/phrases.ts'
import { rich } from '../../ui/format/rich.tsx'
import { Time } from '../../ui/format/time.tsx'
import { toast } from '../../ui/messages/messages.tsx'
import { Note } from '../../ui/page/note.tsx'
import { SectionState } from '../../ui/page/section.tsx'
import { Field, Fields } from '../../ui/record/record-fields.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { actTitle, auditAreaOf, obstacleWords, ruleWords } from './consent-words.ts'
import { consentDetails, useConsentWrite } from './consents.queries.ts'
import { OwnActions } from './own-actions.tsx'

/** How many records are open at first, and how many more are shown at once. */
const shown = { open: 3, more: 25 } as const

/** One request: what would be done to which records and why, and the decision about it. */
export function ConsentDialog(props: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(consentDetails(props.id))
  const title = data ? actTitle(data.consent) : t('Request for consent')
  return (
    <Dialog title={<bdi>{title}</bdi>} size="xl" onClose={props.onClose}>
      {data ? (
        <div className="grid one-column gap-16">
          <Facts of={data.consent} />
          <Records of={data.consent} records={data.records} />
          {data.consent.obstacle === 'own' ? (
            <DialogActions>
              <OwnActions of={data.consent} onDone={props.onClose} />
            </DialogActions>
          ) : (
            data.consent.status === 'waiting' && (
              <Decision of={data.consent} onDone={props.onClose} />
            )
          )}
        </div>
      ) : (
        <SectionState error={error} onRetry={() => void refetch()} />
      )}
    </Dialog>
  )
}

function Facts({ of: consent }: { of: Consent }) {
  return (
    <Fields>
      <Field label={t('Asked by')}>
        <bdi>{consent.by.name}</bdi>
        {', '}
        <Time at={consent.createdAt} />
      </Field>
      <Field label={t('Reason')}>
        <q className="anywhere" style={{ whiteSpace: 'pre-line' }}>
          <bdi>{consent.reason}</bdi>
        </q>
      </Field>
      <Field label={t('Why a second person')}>
        {inRow(consent.rules.map((rule) => t(ruleWords[rule])))}
      </Field>
      <Field label={t('Status')}>
        <StatusBadge status={consent.status} />
      </Field>
      {consent.decidedBy && (
        <Field label={t('Decided by')}>
          {rich('{name}, {at}', {
            name: <bdi>{consent.decidedBy.name}</bdi>,
            at: <Time at={consent.decidedAt} />,
          })}
        </Field>
      )}
      {consent.decision && (
        <Field label={t('Reason of the decision')}>
          <bdi>{consent.decision}</bdi>
        </Field>
      )}
      {(consent.status === 'waiting' || consent.status === 'agreed') && (
        <Field label={t('Expires')}>
          <Time at={consent.expiresAt} />
        </Field>
      )}
    </Fields>
  )
}

function Records(props: { of: Consent; records: readonly ConsentRecord[] }) {
  const { of: consent, records } = props
  const [count, setCount] = useState<number>(shown.more)
  const area = auditAreaOf(consent.area) as AuditArea
  const further = consent.count - records.length
  if (records.length === 0) return null
  return (
    <section className="grid one-column gap-8" aria-label={t('Records')}>
      {records.slice(0, count).map(({ _id: id, title, before, after }, place) => {
        const action = before === null ? 'create' : after === null ? 'purge' : 'update'
        return before === null && after === null ? (
          <span key={id} className="medium">
            <bdi>{title || id}</bdi>
          </span>
        ) : (
          <details key={id} open={place < shown.open}>
            <summary className="medium">
              <bdi>{title || id}</bdi>
            </summary>
            <Difference entry={{ area, action, before, after }} among={title || id} />
          </details>
        )
      })}
      {records.length > count && (
        <div>
          <Button onClick={() => setCount(count + shown.more)}>
            {t('Show {count} more', { count: Math.min(shown.more, records.length - count) })}
          </Button>
        </div>
      )}
      {further > 0 && (
        <p className="dim">
          {t(
            '{count, plural, one {# more record isn’t shown, and is part of it.} other {# more records aren’t shown, and are part of it.}}',
            { count: further },
          )}
        </p>
      )}
    </section>
  )
}

function Decision(props: { of: Consent; onDone: () => void }) {
  const { of: consent, onDone } = props
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const params = { id: consent._id }
  const agree = useConsentWrite(
    () => call('consents.agree', { params, body: { reason } }),
    () => {
      toast.success(t('Agreed: {name} can now do it.', { name: consent.by.name }))
      onDone()
    },
  )
  const decline = useConsentWrite(
    () => call('consents.decline', { params, body: { reason } }),
    () => {
      toast.success(t('Declined', {}, 'a request'))
      onDone()
    },
  )
  if (consent.obstacle !== null)
    return <Note role="note">{t(obstacleWords[consent.obstacle])}</Note>
  const isSending = agree.isPending || decline.isPending
  const failed = agree.error ?? decline.error
  return (
    <>
      <Textarea
        label={t('Your reason')}
        description={t('Needed to decline; whoever asks reads it')}
        rows={2}
        maxLength={300}
        value={reason}
        error={isMissing && reason.trim() === '' ? t('Say why you decline it') : undefined}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <FailureBox failure={failed ? toFailure(failed) : null} />
      <DialogActions>
        <Button
          loading={decline.isPending}
          disabled={isSending}
          onClick={() => {
            setMissing(true)
            if (reason.trim() !== '') decline.mutate(undefined)
          }}
        >
          {t('Decline', {}, 'a request')}
        </Button>
        <Button
          variant="filled"
          loading={agree.isPending}
          disabled={isSending}
          onClick={() => agree.mutate(undefined)}
        >
          {t('Agree')}
        </Button>
      </DialogActions>
    </>
  )
}
