import { Button, Checkbox, NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import type { DataOf } from '@steward/contract/calls/endpoints'
import type { Loan } from '@steward/contract/loans/loans'
import { allPermissions } from '@steward/contract/permissions/permissions'
import { t } from '@steward/i18n/reader'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { toFailure } from '../../api/failure.ts'
import { endWords, loanTitle, spans, spanText } from '../../shared/loans/loan-words.ts'
import { reloadLoans } from '../../shared/loans/loans.queries.ts'
import { actionText } from '../../shared/permissions/permission-text.ts'
import { DecidedFields, DecisionForm } from '../../shared/requests/decision.tsx'
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
import { loanDetails } from './requests.queries.ts'

type Details = DataOf<'loans.details'>

/** One request with its effect, and the decision about it; or a loan, and how it ended. */
export function LoanDialog(props: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(loanDetails(props.id))
  return (
    <Dialog
      title={<bdi>{data ? loanTitle(data.loan) : t('Request')}</bdi>}
      size="lg"
      onClose={props.onClose}
    >
      {data ? (
        <div className="grid one-column gap-16">
          <Facts {...data} />
          {data.loan.status === 'asked' ? (
            <Decision {...data} onDone={props.onClose} />
          ) : (
            <Records records={data.records} />
          )}
          {data.loan.mayEnd && <End of={data.loan} onDone={props.onClose} />}
        </div>
      ) : (
        <SectionState error={error} onRetry={() => void refetch()} />
      )}
    </Dialog>
  )
}

/** The actions of calls, such as `restore` of `bills.restore`; what is no action by itself, such as `undoDecision`, comes with one. */
const actionsOf = (calls: readonly string[]): string[] =>
  calls
    .map((name) => name.slice(name.indexOf('.') + 1))
    .filter((action) => allPermissions.some((each) => each.action === action))

function Facts({ loan, opens }: Details) {
  const others = [...new Set(actionsOf(opens))].filter(
    (action) => action !== loan.permission.action,
  )
  return (
    <Fields>
      <Field label={t('Asked by')}>
        {rich('{name}, {at}', {
          name: <bdi>{loan.by.name}</bdi>,
          at: <Time at={loan.createdAt} />,
        })}
      </Field>
      <Field label={t('Reason')}>
        <q className="anywhere">
          <bdi>{loan.reason}</bdi>
        </q>
      </Field>
      <Field label={t('For how long')}>
        {spanText(loan.minutes)}
        {loan.oneUse && <> · {t('for one use')}</>}
      </Field>
      {others.length > 0 && (
        // i18n: followed by further actions that a permission opens, such as “restore”
        <Field label={t('It also lets them')}>{inRow(others.map(actionText))}</Field>
      )}
      <Field label={t('Effect')}>
        {loan.permission.action === 'purge'
          ? t('What is deleted permanently can’t be brought back.')
          : t('What they change can be undone by whoever may undo changes.')}
      </Field>
      {loan.status === 'asked' ? (
        <Field label={t('Expires')}>
          <Time at={loan.expiresAt} />
        </Field>
      ) : (
        <Outcome of={loan} />
      )}
    </Fields>
  )
}

function Outcome({ of: loan }: { of: Loan }) {
  return (
    <>
      <Field label={t('Status')}>
        <StatusBadge status={loan.status} />
      </Field>
      <DecidedFields of={loan} />
      {loan.endsAt && (
        <Field label={t('Until')}>
          <Time at={loan.endedAt ?? loan.endsAt} />
        </Field>
      )}
      {loan.endedHow && <Field label={t('How it ended')}>{t(endWords[loan.endedHow])}</Field>}
      {loan.endsAt && (
        <Field label={t('Used')}>
          {t('{count, plural, one {# change} other {# changes}}', { count: loan.uses })}
        </Field>
      )}
    </>
  )
}

const titleOf = ({ _id, title }: Details['records'][number]): string =>
  title ?? t('A record that is gone, or that you may not see ({id})', { id: _id })

function Records({ records }: Pick<Details, 'records'>) {
  if (records.length === 0) return null
  return (
    <section aria-label={t('Records')}>
      <ul>
        {records.map((record) => (
          <li key={record._id}>
            <bdi>{titleOf(record)}</bdi> <StateOf {...record} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function StateOf({ state }: Pick<Details['records'][number], 'state'>) {
  return state === 'deleted' && <span className="dim">{t('deleted')}</span>
}

function useDecision<V = void>(
  send: (value: V) => Promise<unknown>,
  said: string,
  onDone: () => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: () => {
      toast.success(said)
      onDone()
    },
    onSettled: () => reloadLoans(client),
  })
}

function Decision({ loan, records, onDone }: Details & { onDone: () => void }) {
  const [kept, setKept] = useState(() => new Set(records.map(({ _id }) => _id)))
  const [minutes, setMinutes] = useState(loan.minutes)
  const params = { id: loan._id }
  const grant = useDecision(
    (reason: string) =>
      call('loans.grant', {
        params,
        body: { minutes, reason, ...(records.length > 0 && { records: [...kept] }) },
      }),
    t('Granted to {name}', { name: loan.by.name }),
    onDone,
  )
  const decline = useDecision(
    (reason: string) => call('loans.decline', { params, body: { reason } }),
    t('Request declined'),
    onDone,
  )
  if (loan.obstacle !== null) {
    return (
      <>
        <Records records={records} />
        {loan.obstacle === 'own' ? (
          <Withdraw of={loan} onDone={onDone} />
        ) : (
          <Note role="note">{t('Only who has this permission can decide.')}</Note>
        )}
      </>
    )
  }
  const shorter = [...new Set([...spans.filter((each) => each < loan.minutes), loan.minutes])]
  const keep = (id: string, on: boolean) => {
    const next = new Set(kept)
    if (on) next.add(id)
    else next.delete(id)
    setKept(next)
  }
  return (
    <>
      {records.length > 0 && (
        <fieldset className="grid one-column gap-8">
          <legend className="medium mb-8">{t('On these records')}</legend>
          {records.map((record) => (
            <Checkbox
              key={record._id}
              label={
                <>
                  <bdi>{titleOf(record)}</bdi> <StateOf {...record} />
                </>
              }
              checked={kept.has(record._id)}
              onChange={({ currentTarget }) => keep(record._id, currentTarget.checked)}
            />
          ))}
        </fieldset>
      )}
      <NativeSelect
        label={t('Grant for')}
        value={String(minutes)}
        data={shorter.map((each) => ({ value: String(each), label: spanText(each) }))}
        onChange={({ currentTarget }) => setMinutes(Number(currentTarget.value))}
      />
      <DecisionForm
        hint={t('Needed to decline; who asked can read it')}
        missing={t('Say why you decline it')}
        refuse={{ label: t('Decline', {}, 'a request'), write: decline }}
        accept={{ label: t('Grant'), write: grant }}
        isBlocked={records.length > 0 && kept.size === 0}
      />
    </>
  )
}

function Withdraw({ of: loan, onDone }: { of: Loan; onDone: () => void }) {
  const params = { id: loan._id }
  const withdraw = useDecision(
    () => call('loans.withdraw', { params }),
    t('Request withdrawn'),
    onDone,
  )
  return (
    <>
      <Note role="note">{t('You asked for this yourself, so somebody else has to decide.')}</Note>
      <FailureBox failure={withdraw.error ? toFailure(withdraw.error) : null} />
      <DialogActions>
        <Button loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {t('Withdraw')}
        </Button>
      </DialogActions>
    </>
  )
}

function End({ of: loan, onDone }: { of: Loan; onDone: () => void }) {
  const end = useDecision(
    () => call('loans.end', { params: { id: loan._id } }),
    t('Loan ended'),
    onDone,
  )
  return (
    <>
      <FailureBox failure={end.error ? toFailure(end.error) : null} />
      <DialogActions>
        <Button loading={end.isPending} onClick={() => end.mutate()}>
          {t('End now')}
        </Button>
      </DialogActions>
    </>
  )
}
