import { type Message, msg, t } from '@steward/i18n/reader'
import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useHasCall } from '../../api/missing-calls.ts'
import { actTitle } from '../../shared/acts/act-words.ts'
import { RequestItem, RequestItems } from '../../shared/requests/request-items.tsx'
import { LinkTab, LinkTabs } from '../../ui/links/link-tabs.tsx'
import { PageMessage } from '../../ui/page/page-message.tsx'
import { Section } from '../../ui/page/section.tsx'
import classes from './approvals.module.css'
import { ConsentDialog } from './consent-dialog.tsx'
import { consents, type Of } from './consents.queries.ts'
import { OwnActions } from './own-actions.tsx'
import { RulesForm } from './rules-form.tsx'

const lists: Readonly<Record<Of, { title: Message; empty: Message }>> = {
  forMe: { title: msg('Waiting for me'), empty: msg('Nothing waits for your consent.') },
  mine: { title: msg('My requests'), empty: msg('You haven’t asked for consent yet.') },
  decided: {
    title: msg('Decided', 'requests'),
    empty: msg('Nothing has been decided yet.'),
  },
}

const isList = (tab: string | undefined): tab is Of => tab !== undefined && tab in lists

/** What needs the consent of a second person: what waits for it, one’s own requests, and the rules. */
export function ApprovalsPage() {
  const has = useHasCall('consents.list')
  const { tab: asked } = useParams({ strict: false })
  if (!has) return <PageMessage title={t('This server doesn’t offer that.')} />
  const tab = isList(asked) ? asked : 'forMe'
  return (
    <div className={`grid one-column gap-16 ${classes.page}`}>
      <header className="grid one-column gap-8">
        <h1>{t('Approvals')}</h1>
        <p className="dim">
          {t('Some acts need a second person, who sees exactly what would be done.')}
        </p>
        <LinkTabs label={t('Approvals')}>
          <LinkTab to="/approvals">{t(lists.forMe.title)}</LinkTab>
          {(['mine', 'decided'] as const).map((each) => (
            <LinkTab key={each} to="/approvals/$tab" params={{ tab: each }}>
              {t(lists[each].title)}
            </LinkTab>
          ))}
          <LinkTab to="/approvals/$tab" params={{ tab: 'rules' }}>
            {t('Rules')}
          </LinkTab>
        </LinkTabs>
      </header>
      {asked === 'rules' ? <RulesForm /> : <Requests key={tab} of={tab} />}
    </div>
  )
}

function Requests({ of }: { of: Of }) {
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<string | null>(null)
  const { data, error, refetch } = useQuery(consents(of, page))
  const title = t(lists[of].title)
  return (
    <Section title={title}>
      <RequestItems
        label={title}
        empty={t(lists[of].empty)}
        list={data?.consents}
        error={error}
        onRetry={refetch}
        page={page}
        pages={data?.pagination.totalPages}
        onPage={setPage}
      >
        {(consent) => (
          <RequestItem
            key={consent._id}
            of={consent}
            title={actTitle(consent)}
            icon={<IconUsersGroup size="1.25rem" stroke={1.6} aria-hidden />}
            mayDecide={consent.status === 'waiting' && consent.obstacle === null}
            actions={consent.obstacle === 'own' && <OwnActions of={consent} />}
            onOpen={() => setOpen(consent._id)}
          />
        )}
      </RequestItems>
      {open !== null && <ConsentDialog id={open} onClose={() => setOpen(null)} />}
    </Section>
  )
}
