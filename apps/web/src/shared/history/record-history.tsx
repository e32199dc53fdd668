import { UnstyledButton } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconChevronRight } from '@tabler/icons-react'
import { useId } from 'react'
import { create } from 'zustand'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import { useAuditLog } from '../audit-log/audit-log.queries.ts'
import classes from './history.module.css'

const History = lazyPart(async () => (await import('./history.tsx')).History)

/** Whether histories are unfolded; kept when another record is opened. */
export const useHistoryOpened = create<{ opened: boolean }>()(() => ({ opened: false }))

/** A record's history, folded at first, as reading it counts as a use of the permission. */
export function RecordHistory({ id }: { id: string }) {
  const has = useAuditLog()
  const { opened } = useHistoryOpened()
  const entries = useId()
  if (!has) return null
  return (
    <section aria-label={t('History')}>
      <h3>
        <UnstyledButton
          className="inline-row gap-6 small semibold"
          style={{ padding: '4px 0' }}
          aria-expanded={opened}
          aria-controls={entries}
          onClick={() => useHistoryOpened.setState({ opened: !opened })}
        >
          <IconChevronRight size="0.875rem" aria-hidden className={classes.chevron} />
          {t('History')}
        </UnstyledButton>
      </h3>
      <div id={entries} hidden={!opened}>
        {opened && <History key={id} of={{ record: id }} />}
      </div>
    </section>
  )
}
