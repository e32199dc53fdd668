import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useId } from 'react'
import { create } from 'zustand'
import { textOf } from '../../api/read.ts'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import { useAuditLog } from './audit-log.queries.ts'
import classes from './history.module.css'

const History = lazyPart(async () => (await import('./history.tsx')).History)

/** Kept from one record to the next. */
export const useHistoryOpened = create<{ opened: boolean }>()(() => ({ opened: false }))

/** A record's history, folded at first: reading counts as a use of the permission. */
export function RecordHistory({ id }: { id: unknown }) {
  const has = useAuditLog()
  const record = textOf(id)
  const { opened } = useHistoryOpened()
  const entries = useId()
  if (!has || record === null) return null
  return (
    <section aria-label="History">
      <h3>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={opened}
          aria-controls={entries}
          onClick={() => useHistoryOpened.setState({ opened: !opened })}
        >
          <IconChevronRight size="0.875rem" aria-hidden className={classes.chevron} />
          History
        </UnstyledButton>
      </h3>
      <div id={entries} hidden={!opened}>
        {opened && <History key={record} of={{ record }} />}
      </div>
    </section>
  )
}
