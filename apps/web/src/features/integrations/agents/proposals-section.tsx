import type { Proposal } from '@steward/contract/proposals/proposals'
import { type Message, msg, t } from '@steward/i18n/reader'
import { IconRobot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RequestItem, RequestItems } from '../../../shared/requests/request-items.tsx'
import { rich } from '../../../ui/format/rich.tsx'
import { Time } from '../../../ui/format/time.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { proposals } from './agents.queries.ts'
import { ProposalDialog } from './proposal-dialog.tsx'
import { blastRadius, proposalTitle } from './proposal-words.ts'

const decided = ['approved', 'rejected', 'withdrawn', 'expired'] as const

/** The proposals that wait for a decision, and those that are over. */
export function ProposalsSections() {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <>
      <ProposalList
        title={t('Waiting for a decision')}
        hint={t(
          'An agent only proposes. What you approve is carried out in your name, and can be undone.',
        )}
        empty={msg('No proposal waits.')}
        status={['waiting']}
        onOpen={setOpen}
      />
      <ProposalList
        title={t('Decided proposals')}
        empty={msg('No proposal has been decided yet.')}
        status={decided}
        onOpen={setOpen}
      />
      {open !== null && <ProposalDialog id={open} onClose={() => setOpen(null)} />}
    </>
  )
}

function ProposalList(props: {
  title: string
  hint?: string
  empty: Message
  status: readonly Proposal['status'][]
  onOpen: (id: string) => void
}) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(proposals(props.status, page))
  return (
    <Section title={props.title} {...(props.hint && { hint: props.hint })}>
      <RequestItems
        label={props.title}
        empty={t(props.empty)}
        list={data?.proposals}
        error={error}
        onRetry={refetch}
        page={page}
        pages={data?.pagination.totalPages}
        onPage={setPage}
      >
        {(proposal) => (
          <RequestItem
            key={proposal._id}
            of={proposal}
            title={proposalTitle(proposal)}
            icon={<IconRobot size="1.25rem" stroke={1.6} aria-hidden />}
            mayDecide={proposal.status === 'waiting' && proposal.obstacle === null}
            more={
              <>
                {blastRadius(proposal)}
                {proposal.status === 'waiting' && (
                  <> · {rich('expires {at}', { at: <Time at={proposal.expiresAt} /> })}</>
                )}
              </>
            }
            onOpen={() => props.onOpen(proposal._id)}
          />
        )}
      </RequestItems>
    </Section>
  )
}
