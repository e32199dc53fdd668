import { Button } from '@mantine/core'
import type { Erasure } from '@steward/contract/privacy/privacy'
import { t } from '@steward/i18n/reader'
import { IconUserX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Time } from '../../ui/format/time.tsx'
import { Item, Items, Section, SectionState } from '../../ui/page/section.tsx'
import { erasures } from './privacy.queries.ts'

/** Who erased somebody, when, and how much that changed; never whom. */
export function ErasuresSection() {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    ...erasures(page),
    placeholderData: keepPreviousData,
  })
  return (
    <Section
      title={t('Erasures')}
      hint={t('Who was erased isn’t kept, only an id that a restored backup needs.')}
    >
      {!data && <SectionState error={error} onRetry={() => void refetch()} />}
      {data?.erasures.length === 0 && <p className="dim">{t('Nobody has been erased yet.')}</p>}
      {data && data.erasures.length > 0 && (
        <Items label={t('Erasures')}>
          {data.erasures.map((erasure) => (
            <ErasureItem key={erasure._id} erasure={erasure} />
          ))}
        </Items>
      )}
      {data && data.pagination.totalPages > 1 && (
        <div className="row gap-8">
          <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('Previous')}
          </Button>
          <Button disabled={page >= data.pagination.totalPages} onClick={() => setPage(page + 1)}>
            {t('Next')}
          </Button>
        </div>
      )}
    </Section>
  )
}

function ErasureItem({ erasure }: { erasure: Erasure }) {
  const { by, content, finishedAt, records, createdAt, job } = erasure
  const isUnderWay = job !== null && ['waiting', 'running', 'paused'].includes(job.status)
  return (
    <Item
      icon={<IconUserX size="1.25rem" stroke={1.6} aria-hidden />}
      title={
        <>
          <Time at={createdAt} whole /> {by && <bdi>{t('by {name}', { name: by.name })}</bdi>}
        </>
      }
    >
      <span className="dim">
        {t('{count, plural, one {# row or file} other {# rows and files}}', { count: records })}
        {' · '}
        {content === 'keep' ? t('what they wrote stayed') : t('what they wrote went')}
        {' · '}
        {finishedAt ? t('Done') : isUnderWay ? t('Under way') : t('Not finished')}
      </span>
    </Item>
  )
}
