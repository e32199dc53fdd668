import { Button, UnstyledButton } from '@mantine/core'
import type { AuditEntry } from '@steward/contract/audit-log/audit-log'
import { t } from '@steward/i18n/reader'
import { IconChevronRight } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { besideEachOther } from '../../ui/format/phrases.ts'
import { Time } from '../../ui/format/time.tsx'
import { FilterLink } from '../../ui/list/filters/filter-link.tsx'
import { SectionState } from '../../ui/page/section.tsx'
import { ActionBadge } from '../audit-log/action-badge.tsx'
import { historyOptions, recordNow } from '../audit-log/audit-log.queries.ts'
import { Difference } from '../audit-log/difference.tsx'
import { actorWords, areaWord, doorWord, recordWords } from '../audit-log/words.ts'
import { UndoEntry } from '../undo/undo-actions.tsx'
import classes from './history.module.css'

type Of = { record: string } | { actor: string }

/** The entries about a record or by a person, newest first, with a button to load more. */
export function History({ of }: { of: Of }) {
  const query = useInfiniteQuery(historyOptions(of))
  if (!query.data)
    return query.fetchStatus === 'paused' ? (
      <p className="dim">{t('This loads automatically once you are back online.')}</p>
    ) : (
      <SectionState error={query.error} onRetry={() => void query.refetch()} />
    )
  // New entries move others to the next page, so that an entry may be loaded twice.
  const entries = [
    ...new Map(query.data.pages.flatMap(({ rows }) => rows).map(({ id, record }) => [id, record])),
  ]
  if (entries.length === 0) return <p className="dim">{t('No activity recorded yet.')}</p>
  const now = 'record' in of ? recordNow(entries.map(([, entry]) => entry)) : null
  return (
    <>
      <ul className={classes.entries}>
        {entries.map(([id, entry]) => (
          <li key={id}>
            <HistoryEntry id={id} entry={entry} of={of} currency={now?.currencyAt(id) ?? null} />
          </li>
        ))}
      </ul>
      {query.isFetchNextPageError && (
        <SectionState error={query.error} onRetry={() => void query.fetchNextPage()} />
      )}
      {query.hasNextPage && !query.isFetchNextPageError && (
        <Button
          size="xs"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('Show more')}
        </Button>
      )}
    </>
  )
}

function HistoryEntry(props: { id: string; entry: AuditEntry; of: Of; currency: string | null }) {
  const { id, entry, of } = props
  const [opened, setOpened] = useState(false)
  const more = useId()
  const isOfRecord = 'record' in of
  return (
    <>
      <UnstyledButton
        className={classes.entry}
        aria-expanded={opened}
        aria-controls={more}
        onClick={() => setOpened(!opened)}
      >
        <IconChevronRight size="0.875rem" aria-hidden className={classes.chevron} />
        <ActionBadge action={entry.action} />
        <span className="shrinks anywhere" style={{ flex: '1 1 4rem' }}>
          <bdi>{isOfRecord ? actorWords(entry) : recordWords(entry)}</bdi>
        </span>
        <span className="small dim">
          <Time at={entry.at} />
        </span>
      </UnstyledButton>
      <div id={more}>
        {opened && (
          <div className={classes.more}>
            <Difference entry={entry} currency={props.currency} among={id} />
            {entry.detail && (
              <p>
                <bdi>{entry.detail}</bdi>
              </p>
            )}
            <p>{originWords(entry, isOfRecord)}</p>
            <UndoEntry entry={entry} />
            <FilterLink to="/audit-log" search={{ ...filterOf(of), open: id }}>
              {t('Open in the audit log')}
            </FilterLink>
          </div>
        )}
      </div>
    </>
  )
}

const filterOf = (of: Of) => ('record' in of ? { record: [of.record] } : { actor: [of.actor] })

function originWords(entry: AuditEntry, isOfRecord: boolean): string {
  const role = entry.role?.name
  return besideEachOther([isOfRecord ? role : areaWord(entry.area), doorWord(entry), entry.address])
}
