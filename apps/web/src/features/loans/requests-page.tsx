import { Button } from '@mantine/core'
import type { Loan } from '@steward/contract/loans/loans'
import { type Message, msg, t } from '@steward/i18n/reader'
import { IconHandStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { loanTitle, spanText } from '../../shared/loans/loan-words.ts'
import { rich } from '../../ui/format/rich.tsx'
import { Time } from '../../ui/format/time.tsx'
import { LinkTab, LinkTabs } from '../../ui/links/link-tabs.tsx'
import { Item, Items, Section, SectionState } from '../../ui/page/section.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { LoanDialog } from './loan-dialog.tsx'
import classes from './loans.module.css'
import { type LoanTab, loansOf } from './requests.queries.ts'

const tabs: Readonly<Record<LoanTab, { title: Message; hint: Message; empty: Message }>> = {
  decide: {
    title: msg('To decide'),
    hint: msg(
      'Colleagues ask for a permission that you have. What you grant ends by itself, and entries of the audit log name you.',
    ),
    empty: msg('No request waits for you.'),
  },
  mine: {
    title: msg('My requests'),
    hint: msg(
      'To ask for something that you may not do, choose it among the actions of a record. A request that nobody answers expires after a day.',
    ),
    empty: msg('You have asked for nothing yet.'),
  },
  active: {
    title: msg('Active loans'),
    hint: msg('What is on loan now, to you and of what you have.'),
    empty: msg('Nothing is on loan.'),
  },
}

const isTab = (tab: string | undefined): tab is LoanTab => tab !== undefined && tab in tabs

/** Requests for permissions: those to decide, one's own, and the active loans. */
export function RequestsPage() {
  const { tab: asked } = useParams({ strict: false }) as { tab?: string }
  const tab = isTab(asked) ? asked : 'decide'
  return (
    <div className={`grid one-column gap-16 ${classes.page}`}>
      <header className="grid one-column gap-8">
        <h1>{t('Requests')}</h1>
        <LinkTabs label={t('Requests')}>
          <LinkTab to="/requests">{t(tabs.decide.title)}</LinkTab>
          {(['mine', 'active'] as const).map((each) => (
            <LinkTab key={each} to="/requests/$tab" params={{ tab: each }}>
              {t(tabs[each].title)}
            </LinkTab>
          ))}
        </LinkTabs>
      </header>
      <LoanList key={tab} tab={tab} />
    </div>
  )
}

function LoanList({ tab }: { tab: LoanTab }) {
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<string | null>(null)
  const { data, error, refetch } = useQuery(loansOf(tab, page))
  const { title, hint, empty } = tabs[tab]
  return (
    <Section title={t(title)} hint={t(hint)}>
      {!data ? (
        <SectionState error={error} onRetry={() => void refetch()} />
      ) : data.loans.length === 0 && page === 1 ? (
        <p className="dim">{t(empty)}</p>
      ) : (
        <>
          <Items label={t(title)}>
            {data.loans.map((loan) => (
              <LoanItem key={loan._id} of={loan} onOpen={() => setOpen(loan._id)} />
            ))}
          </Items>
          <Pager page={page} pages={data.pagination.totalPages} onPage={setPage} />
        </>
      )}
      {open !== null && <LoanDialog id={open} onClose={() => setOpen(null)} />}
    </Section>
  )
}

function LoanItem(props: { of: Loan; onOpen: () => void }) {
  const { of: loan } = props
  const title = loanTitle(loan)
  const waits = loan.status === 'asked' && loan.obstacle === null
  return (
    <Item
      icon={<IconHandStop size="1.25rem" stroke={1.6} aria-hidden />}
      title={
        <>
          {title} <StatusBadge status={loan.status} />
        </>
      }
      actions={
        <Button
          {...(waits && { variant: 'filled' })}
          aria-label={
            waits
              ? t('Review: {request}, by {name}', { request: title, name: loan.by.name })
              : t('Show: {request}, by {name}', { request: title, name: loan.by.name })
          }
          onClick={props.onOpen}
        >
          {waits ? t('Review') : t('Show')}
        </Button>
      }
    >
      <span className="anywhere">
        <bdi>{loan.reason}</bdi>
      </span>
      <span>
        {rich('{name}, {at}', {
          name: <bdi>{loan.by.name}</bdi>,
          at: <Time at={loan.createdAt} />,
        })}
        {' · '}
        {loan.status === 'active'
          ? rich('ends {at}', { at: <Time at={loan.endsAt} /> })
          : spanText(loan.minutes)}
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
