import { Button, Textarea } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import { maxReason } from '@steward/contract/values/max-reason'
import { t } from '@steward/i18n/reader'
import { useEffect, useRef, useState } from 'react'
import { toFailure } from '../../api/failure.ts'
import { DialogActions } from '../../ui/dialog/dialog.tsx'
import { FailureBox } from '../../ui/dialog/failure-box.tsx'
import { rich } from '../../ui/format/rich.tsx'
import { Time } from '../../ui/format/time.tsx'
import { focusFirstError } from '../../ui/keys/focus-first-error.ts'
import { Field } from '../../ui/record/record-fields.tsx'

/** A write that takes the reason of a decision. */
interface Decide {
  mutate: (reason: string) => void
  isPending: boolean
  error: unknown
}

/**
 * The reason of a decision, and its two buttons.
 * @param props.hint says who reads the reason, and that it is needed to refuse
 * @param props.missing said where it is refused without a reason
 * @param props.isBlocked whether there is nothing that could be accepted
 */
export function DecisionForm(props: {
  hint: string
  missing: string
  refuse: { label: string; write: Decide }
  accept: { label: string; write: Decide }
  isBlocked?: boolean
}) {
  const { refuse, accept } = props
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const isSending = refuse.write.isPending || accept.write.isPending
  const element = useRef<HTMLDivElement>(null)
  // A second press may come before the buttons are disabled.
  const isSent = useRef(false)
  useEffect(() => {
    if (!isSending) isSent.current = false
  }, [isSending])
  const decide = (write: Decide) => {
    if (isSent.current) return
    isSent.current = true
    write.mutate(reason)
  }
  const failed = accept.write.error ?? refuse.write.error
  return (
    <div ref={element} className="grid one-column gap-16">
      <Textarea
        label={t('Your reason')}
        description={props.hint}
        rows={2}
        maxLength={maxReason}
        value={reason}
        error={isMissing && reason.trim() === '' ? props.missing : undefined}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <FailureBox failure={failed ? toFailure(failed) : null} />
      <DialogActions>
        <Button
          loading={refuse.write.isPending}
          disabled={isSending}
          onClick={() => {
            setMissing(true)
            if (reason.trim() === '') focusFirstError(element.current)
            else decide(refuse.write)
          }}
        >
          {refuse.label}
        </Button>
        <Button
          variant="filled"
          loading={accept.write.isPending}
          disabled={isSending || props.isBlocked === true}
          onClick={() => decide(accept.write)}
        >
          {accept.label}
        </Button>
      </DialogActions>
    </div>
  )
}

/** Who decided about a request, when, and why. */
export function DecidedFields(props: {
  of: { decidedBy: { name: string } | null; decidedAt: string | null; decision: string | null }
}) {
  const { decidedBy, decidedAt, decision } = props.of
  return (
    <>
      {decidedBy && (
        <Field label={t('Decided by')}>
          {rich('{name}, {at}', {
            name: <bdi>{decidedBy.name}</bdi>,
            at: <Time at={decidedAt} />,
          })}
        </Field>
      )}
      {decision && (
        <Field label={t('Reason of the decision')}>
          <bdi>{decision}</bdi>
        </Field>
      )}
    </>
  )
}
