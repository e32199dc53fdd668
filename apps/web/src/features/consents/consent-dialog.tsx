import type { AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import type { Consent, ConsentRecord } from '@steward/contract/consents/consents'
import { t } from '@steward/i18n/reader'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { actTitle } from '../../shared/acts/act-words.ts'
import { DecidedFields, DecisionForm } from '../../shared/requests/decision.tsx'
import { RecordDifferences } from '../../shared/requests/record-differences.tsx'
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx'
import { inRow } from '../../ui/format/phrases.ts'
import { Time } from '../../ui/format/time.tsx'
import { toast } from '../../ui/messages/messages.tsx'
import { Note } from '../../ui/page/note.tsx'
import { SectionState } from '../../ui/page/section.tsx'
import { Field, Fields } from '../../ui/record/record-fields.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { auditAreaOf, contentWords, obstacleWords, ruleWords } from './consent-words.ts'
import { consentDetails, useConsentWrite } from './consents.queries.ts'
import { OwnActions } from './own-actions.tsx'

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
  const content = contentWords(consent)
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
      {content && <Field label={t('What this person wrote')}>{content}</Field>}
      <Field label={t('Why a second person')}>
        {inRow(consent.rules.map((rule) => t(ruleWords[rule])))}
      </Field>
      <Field label={t('Status')}>
        <StatusBadge status={consent.status} />
      </Field>
      <DecidedFields of={consent} />
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
  const further = consent.count - records.length
  return (
    <RecordDifferences area={auditAreaOf(consent.area) as AuditArea} records={records}>
      {further > 0 && (
        <p className="dim">
          {t(
            '{count, plural, one {# more record isn’t shown, and is part of it.} other {# more records aren’t shown, and are part of it.}}',
            { count: further },
          )}
        </p>
      )}
    </RecordDifferences>
  )
}

function Decision(props: { of: Consent; onDone: () => void }) {
  const { of: consent, onDone } = props
  const params = { id: consent._id }
  const agree = useConsentWrite(
    (reason: string) => call('consents.agree', { params, body: { reason } }),
    () => {
      toast.success(t('Agreed: {name} can now do it.', { name: consent.by.name }))
      onDone()
    },
  )
  const decline = useConsentWrite(
    (reason: string) => call('consents.decline', { params, body: { reason } }),
    () => {
      toast.success(t('Declined', {}, 'a request'))
      onDone()
    },
  )
  if (consent.obstacle !== null)
    return <Note role="note">{t(obstacleWords[consent.obstacle])}</Note>
  return (
    <DecisionForm
      hint={t('Needed to decline; who asked can read it')}
      missing={t('Say why you decline it')}
      refuse={{ label: t('Decline', {}, 'a request'), write: decline }}
      accept={{ label: t('Agree'), write: agree }}
    />
  )
}
