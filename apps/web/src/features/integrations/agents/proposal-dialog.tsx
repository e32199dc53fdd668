import { kebabOf } from '@steward/contract/areas/area-lists'
import type { AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import type { Proposal, ProposedRecord } from '@steward/contract/proposals/proposals'
import { t } from '@steward/i18n/reader'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import { DecidedFields, DecisionForm } from '../../../shared/requests/decision.tsx'
import { RecordDifferences } from '../../../shared/requests/record-differences.tsx'
import { UndoBatchButton } from '../../../shared/undo/undo-actions.tsx'
import { useUndo } from '../../../shared/undo/undo-needs.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import { inRow } from '../../../ui/format/phrases.ts'
import { rich } from '../../../ui/format/rich.tsx'
import { Time } from '../../../ui/format/time.tsx'
import { toast } from '../../../ui/messages/messages.tsx'
import { Note } from '../../../ui/page/note.tsx'
import { SectionState } from '../../../ui/page/section.tsx'
import { Field, Fields } from '../../../ui/record/record-fields.tsx'
import { StatusBadge } from '../../../ui/record/status-badge.tsx'
import { useIntegrationWrite } from '../shared/use-integration-write.ts'
import { proposalDetails, watchProposal } from './agents.queries.ts'
import { blastRadius, irreversible, proposalTitle } from './proposal-words.ts'

/** One proposal: what it would change and why, and the decision about it. */
export function ProposalDialog(props: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(proposalDetails(props.id))
  const title = data ? proposalTitle(data.proposal) : t('Proposal')
  return (
    <Dialog title={<bdi>{title}</bdi>} size="xl" onClose={props.onClose}>
      {data ? (
        <div className="grid one-column gap-16">
          <Facts of={data.proposal} />
          <RecordDifferences
            area={kebabOf(data.proposal.area) as AuditArea}
            records={data.records}
            noteOf={({ changedSince }) =>
              changedSince && <> · {t('has changed since, and would be left as it is')}</>
            }
          />
          {data.proposal.status === 'waiting' ? (
            <Decision of={data.proposal} records={data.records} onDone={props.onClose} />
          ) : (
            <Outcome of={data.proposal} />
          )}
        </div>
      ) : (
        <SectionState error={error} onRetry={() => void refetch()} />
      )}
    </Dialog>
  )
}

function Facts({ of: proposal }: { of: Proposal }) {
  const lasting = irreversible(proposal)
  return (
    <Fields>
      <Field label={t('Proposed by')}>
        {proposal.key
          ? // i18n: an account and its key, such as “Assistant with the key Desktop”
            rich('{name} with the key {key}', {
              name: <bdi>{proposal.by.name}</bdi>,
              key: <bdi>{proposal.key.name}</bdi>,
            })
          : proposal.by.name}
        {', '}
        <Time at={proposal.createdAt} />
      </Field>
      <Field label={t('Reason, as the agent gives it')}>
        <q className="anywhere" style={{ whiteSpace: 'pre-line' }}>
          <bdi>{proposal.reason}</bdi>
        </q>
      </Field>
      <Field label={t('Concerns')}>{blastRadius(proposal)}</Field>
      <Field label={t('Can’t be undone')}>
        {lasting.length > 0 ? inRow(lasting) : t('Nothing: all of it can be undone')}
      </Field>
      {proposal.status === 'waiting' && (
        <Field label={t('Expires')}>
          <Time at={proposal.expiresAt} />
        </Field>
      )}
    </Fields>
  )
}

function Decision(props: { of: Proposal; records: readonly ProposedRecord[]; onDone: () => void }) {
  const { of: proposal, records } = props
  const params = { id: proposal._id }
  const approve = useIntegrationWrite(
    (reason: string) => call('proposals.approve', { params, body: { reason } }),
    ({ data }) => {
      watchProposal(data)
      props.onDone()
    },
  )
  const reject = useIntegrationWrite(
    (reason: string) => call('proposals.reject', { params, body: { reason } }),
    () => {
      toast.success(t('Proposal rejected'))
      props.onDone()
    },
  )
  if (proposal.obstacle !== null) {
    return (
      <Note role="note">
        {proposal.obstacle === 'own'
          ? t('You proposed this yourself, so somebody else has to decide.')
          : t('To decide this, you need every permission of the change itself.')}
      </Note>
    )
  }
  return (
    <DecisionForm
      hint={t('Needed to reject; the agent can read it')}
      missing={t('Say why you reject it')}
      refuse={{ label: t('Reject'), write: reject }}
      accept={{ label: t('Approve', {}, 'a proposal'), write: approve }}
      isBlocked={records.every(({ changedSince }) => changedSince)}
    />
  )
}

function Outcome({ of: proposal }: { of: Proposal }) {
  const { job } = proposal
  const mayUndo = useUndo()
  const isOver = job !== null && ['done', 'cancelled', 'stopped'].includes(job.status)
  return (
    <>
      <Fields>
        <Field label={t('Decision')}>
          <StatusBadge status={proposal.status} />
        </Field>
        <DecidedFields of={proposal} />
        {job && (
          <Field label={t('Carried out')}>
            {t('{changed} of {total} changed, {failed} left as they were', {
              changed: job.changed,
              total: job.total,
              failed: job.failed + job.unchanged,
            })}
          </Field>
        )}
      </Fields>
      {job && isOver && job.changed > 0 && mayUndo && (
        <DialogActions>
          <UndoBatchButton batch={job._id} through="job" />
        </DialogActions>
      )}
    </>
  )
}
