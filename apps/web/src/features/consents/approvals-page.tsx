import { Button } from '@mantine/core'
import type { Consent } from '@steward/contract/consents/consents'
import { type Message, msg, t } from '@steward/i18n/reader'
import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useHasCall } from '../../api/missing-calls.ts'
import { rich } from '../../ui/format/rich.tsx'
import { Time } from '../../ui/format/time.tsx'
import { SearchLink } from '../../ui/links/search-link.tsx'
import { PageMessage } from '../../ui/page/page-message.tsx'
import { Item, Items, Section, SectionState } from '../../ui/page/section.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import classes from './approvals.module.css'
import { ConsentDialog } from './consent-dialog.tsx'
import { actTitle } from './consent-words.ts'
import { consents, type Of } from './consents.queries.ts'
import { OwnActions } from './own-actions.tsx'
import { RulesForm } from './rules-form.tsx'

const tabs: readonly ({ title: Message } & ({ of: Of; empty: Message } | { of: 'rules' }))[] = [
  { of: 'forMe', title: msg('Waiting for me'), empty: msg('Nothing waits for your consent.') },
  {
    of: 'mine',
    title: msg('Mine', 'requests'),
    empty: msg('You haven’t asked for consent yet.'),
  },
  { of: 'decided', title: msg('Decided', 'requests'), empty: msg('Nothing has been decided yet.') },
  { of: 'rules', title: msg('Rules') },
]

/** What needs the consent of a second person: what waits for it, one’s own requests, and the rules. */
export function ApprovalsPage() {
  const has = useHasCall('consents.list')
  const { of = 'forMe' } = useSearch({ from: '/guarded/approvals' })
  if (!has) return <PageMessage title={t('This server doesn’t offer that.')} />
  const tab = tabs.find((each) => each.of === of)
  return (
    <div className={`grid one-column gap-16 ${classes.page}`}>
      <header className="grid one-column gap-8">
        <h1>{t('Approvals')}</h1>
        <p className="dim">
          {t('Some acts need a second person, who sees exactly what would be done.')}
        </p>
        <nav className={classes.tabs} aria-label={t('Approvals')}>
          {tabs.map(({ of: each, title }) => (
            <SearchLink
              key={each}
              className={classes.tab}
              search={{ of: each }}
              current={each === of}
            >
              {t(title)}
            </SearchLink>
          ))}
        </nav>
      </header>
      {tab && tab.of !== 'rules' ? (
        <Requests key={of} of={tab.of} title={t(tab.title)} empty={tab.empty} />
      ) : (
        <RulesForm />
      )}
    </div>
  )
}

function Requests(props: { of: Of; title: string; empty: Message }) {
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<string | null>(null)
  const { data, error, refetch } = useQuery(consents(props.of, page))
  const pages = data?.pagination.totalPages ?? 0
  return (
    <Section title={props.title}>
      {!data ? (
        <SectionState error={error} onRetry={() => void refetch()} />
      ) : data.consents.length === 0 && page === 1 ? (
        <p className="dim">{t(props.empty)}</p>
      ) : (
        <Items label={props.title}>
          {data.consents.map((consent) => (
            <Request key={consent._id} of={consent} onOpen={() => setOpen(consent._id)} />
          ))}
        </Items>
      )}
      {pages > 1 && (
        <div className="row gap-8">
          <Button disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {t('Newer')}
          </Button>
          <Button disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t('Older')}
          </Button>
          <span className="dim">{t('Page {page} of {pages}', { page, pages })}</span>
        </div>
      )}
      {open !== null && <ConsentDialog id={open} onClose={() => setOpen(null)} />}
    </Section>
  )
}

function Request({ of: consent, onOpen }: { of: Consent; onOpen: () => void }) {
  const act = actTitle(consent)
  const mayDecide = consent.status === 'waiting' && consent.obstacle === null
  return (
    <Item
      icon={<IconUsersGroup size="1.25rem" stroke={1.6} aria-hidden />}
      title={
        <>
          <bdi>{act}</bdi> <StatusBadge status={consent.status} />
        </>
      }
      actions={
        <>
          {consent.obstacle === 'own' && <OwnActions of={consent} />}
          <Button
            {...(mayDecide && { variant: 'filled' })}
            aria-label={
              mayDecide
                ? t('Review: {proposal}, by {name}', { proposal: act, name: consent.by.name })
                : t('Show: {proposal}, by {name}', { proposal: act, name: consent.by.name })
            }
            onClick={onOpen}
          >
            {mayDecide ? t('Review') : t('Show')}
          </Button>
        </>
      }
    >
      <span className="anywhere">
        <bdi>{consent.reason}</bdi>
      </span>
      <span>
        {rich('{name}, {at}', {
          name: <bdi>{consent.by.name}</bdi>,
          at: <Time at={consent.createdAt} />,
        })}
      </span>
    </Item>
  )
}
