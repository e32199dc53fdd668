import { Button, Textarea } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import {
  type Consent,
  type ConsentRequired,
  consentLimits,
} from '@steward/contract/consents/consents'
import { t } from '@steward/i18n/reader'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../api/client.ts'
import type { ConsentQuestion } from '../../api/consent.ts'
import { toFailure } from '../../api/failure.ts'
import { actTitle } from '../../shared/acts/act-words.ts'
import { Dialog, DialogActions, FormDialog } from '../../ui/dialog/dialog.tsx'
import { FailureBox } from '../../ui/dialog/failure-box.tsx'
import { inRow } from '../../ui/format/phrases.ts'
import { Note } from '../../ui/page/note.tsx'
import { Field, Fields } from '../../ui/record/record-fields.tsx'
import { contentWords, ruleWords } from './consent-words.ts'
import { askFor, consentDetails, useConsentWrite } from './consents.queries.ts'

/** Asks for the consent of a second person, and waits for it while it is open. */
export function AskDialog({ question }: { question: ConsentQuestion }) {
  const [asked, setAsked] = useState<Consent | null>(null)
  return asked ? (
    <WaitingDialog consent={asked} onEnd={question.answer} />
  ) : (
    <ReasonDialog question={question} onAsked={setAsked} />
  )
}

function ReasonDialog(props: { question: ConsentQuestion; onAsked: (consent: Consent) => void }) {
  const { question, onAsked } = props
  const { rules, draft, possible } = question.failure.data as ConsentRequired
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const { mutate, isPending, error } = useConsentWrite(
    () => askFor(question, reason),
    (consent) => onAsked(consent),
  )
  const title = t('A second person has to agree')
  const content = contentWords(draft)
  const facts = (
    <Fields>
      <Field label={t('What')}>{actTitle(draft)}</Field>
      {content && <Field label={t('What this person wrote')}>{content}</Field>}
      <Field label={t('Why')}>{inRow(rules.map((rule) => t(ruleWords[rule])))}</Field>
    </Fields>
  )
  const close = () => question.answer(null)
  if (!possible) {
    return (
      <Dialog title={title} onClose={close}>
        <div className="grid one-column gap-16">
          {facts}
          <Note role="note">
            {t(
              'At this moment there is nobody else who could agree. An owner can give somebody the permission for it, or change the rule under Approvals.',
            )}
          </Note>
          <DialogActions>
            <Button data-autofocus onClick={close}>
              {t('Close')}
            </Button>
          </DialogActions>
        </div>
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={title}
      action={t('Ask for consent')}
      pending={isPending}
      failure={error}
      onSubmit={() => {
        setTried(true)
        if (reason.trim() !== '') mutate(undefined)
      }}
      onClose={close}
    >
      {facts}
      <Textarea
        data-autofocus
        label={t('Your reason')}
        description={t('Whoever decides reads it; it stands in the audit log')}
        rows={3}
        maxLength={consentLimits.reason}
        value={reason}
        error={tried && reason.trim() === '' ? t('Say why it is needed') : undefined}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  )
}

function WaitingDialog(props: { consent: Consent; onEnd: (consent: string | null) => void }) {
  const { onEnd } = props
  const { _id: id } = props.consent
  const { data } = useQuery(consentDetails(id))
  const consent = data?.consent ?? props.consent
  const withdraw = useConsentWrite(
    () => call('consents.withdraw', { params: { id } }),
    () => onEnd(null),
  )
  const proceed = useEffectEvent(() => onEnd(id))
  useEffect(() => {
    if (consent.status === 'agreed') proceed()
  }, [consent.status])
  const waits = consent.status === 'waiting'
  return (
    <Dialog
      title={waits ? t('Waiting for consent') : t('Nobody has agreed')}
      onClose={() => onEnd(null)}
    >
      <div className="grid one-column gap-16">
        <p>{actTitle(consent)}</p>
        <Note role="status">
          {waits
            ? t(
                'Your colleagues see your request under Approvals. Once one of them agrees it is done, as long as this stays open. You can also close this, and do it later.',
              )
            : consent.status === 'declined'
              ? t('{name} has declined: {reason}', {
                  name: consent.decidedBy?.name ?? '',
                  reason: consent.decision ?? '',
                })
              : t('The request is over. You can ask again.')}
        </Note>
        <FailureBox failure={withdraw.error ? toFailure(withdraw.error) : null} />
        <DialogActions>
          {waits && (
            <Button loading={withdraw.isPending} onClick={() => withdraw.mutate(undefined)}>
              {t('Withdraw', {}, 'a request')}
            </Button>
          )}
          <Button variant="filled" data-autofocus onClick={() => onEnd(null)}>
            {waits ? t('Close and wait') : t('Close')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
