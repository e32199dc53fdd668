import { type Message, msg, t } from '@steward/i18n/reader'
import { IconHandStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { loanTitle, spanText } from '../../shared/loans/loan-words.ts'
import { RequestItem, RequestItems } from '../../shared/requests/request-items.tsx'
import { rich } from '../../ui/format/rich.tsx'
import { Time } from '../../ui/format/time.tsx'
import { LinkTab, LinkTabs } from '../../ui/links/link-tabs.tsx'
import { Section } from '../../ui/page/section.tsx'
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
      <RequestItems
        label={t(title)}
        empty={t(empty)}
        list={data?.loans}
        error={error}
        onRetry={refetch}
        page={page}
        pages={data?.pagination.totalPages}
        onPage={setPage}
      >
        {(loan) => (
          <RequestItem
            key={loan._id}
            of={loan}
            title={loanTitle(loan)}
            icon={<IconHandStop size="1.25rem" stroke={1.6} aria-hidden />}
            mayDecide={loan.status === 'asked' && loan.obstacle === null}
            more={
              loan.status === 'active'
                ? rich('ends {at}', { at: <Time at={loan.endsAt} /> })
                : spanText(loan.minutes)
            }
            onOpen={() => setOpen(loan._id)}
          />
        )}
      </RequestItems>
      {open !== null && <LoanDialog id={open} onClose={() => setOpen(null)} />}
    </Section>
  )
}
