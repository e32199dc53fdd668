import { Button } from '@mantine/core'
import type { Proposal } from '@steward/contract/proposals/proposals'
import { type Message, msg, t } from '@steward/i18n/reader'
import { IconRobot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rich } from '../../../ui/format/rich.tsx'
import { Time } from '../../../ui/format/time.tsx'
import { Item, Items, Section, SectionState } from '../../../ui/page/section.tsx'
import { StatusBadge } from '../../../ui/record/status-badge.tsx'
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
      {!data ? (
        <SectionState error={error} onRetry={() => void refetch()} />
      ) : data.proposals.length === 0 && page === 1 ? (
        <p className="dim">{t(props.empty)}</p>
      ) : (
        <>
          <Items label={props.title}>
            {data.proposals.map((proposal) => (
              <ProposalItem
                key={proposal._id}
                of={proposal}
                onOpen={() => props.onOpen(proposal._id)}
              />
            ))}
          </Items>
          <Pager page={page} pages={data.pagination.totalPages} onPage={setPage} />
        </>
      )}
    </Section>
  )
}

function ProposalItem(props: { of: Proposal; onOpen: () => void }) {
  const { of: proposal } = props
  const title = proposalTitle(proposal)
  const waits = proposal.status === 'waiting'
  return (
    <Item
      icon={<IconRobot size="1.25rem" stroke={1.6} aria-hidden />}
      title={
        <>
          <bdi>{title}</bdi> {!waits && <StatusBadge status={proposal.status} />}
        </>
      }
      actions={
        <Button
          {...(waits && proposal.obstacle === null && { variant: 'filled' })}
          aria-label={
            waits
              ? t('Review: {proposal}, by {name}', { proposal: title, name: proposal.by.name })
              : t('Show: {proposal}, by {name}', { proposal: title, name: proposal.by.name })
          }
          onClick={props.onOpen}
        >
          {waits ? t('Review') : t('Show')}
        </Button>
      }
    >
      <span className="anywhere">
        <bdi>{proposal.reason}</bdi>
      </span>
      <span>
        {rich('{name}, {at}', {
          name: <bdi>{proposal.by.name}</bdi>,
          at: <Time at={proposal.createdAt} />,
        })}
        {' · '}
        {blastRadius(proposal)}
        {waits && (
          <>
            {' · '}
            {rich('expires {at}', { at: <Time at={proposal.expiresAt} /> })}
          </>
        )}
      </span>
    </Item>
  )
}

function Pager(props: { page: number; pages: number; onPage: (page: number) => void }) {
  const { page, pages, onPage } = props
  if (pages <= 1) return null
  return (
    <div className="row gap-8">
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('Newer')}
      </Button>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('Older')}
      </Button>
      <span className="dim">{t('Page {page} of {pages}', { page, pages })}</span>
    </div>
  )
}
