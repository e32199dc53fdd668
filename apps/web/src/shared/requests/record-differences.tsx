import { Button } from '@mantine/core'
import type { AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import type { ConsentRecord } from '@steward/contract/consents/consents'
import { t } from '@steward/i18n/reader'
import { type ReactNode, useState } from 'react'
import { Difference } from '../audit-log/difference.tsx'

/** How many records are open at first, and how many more are shown at once. */
const shown = { open: 3, more: 25 } as const

/**
 * What would be done to each record that a request is about, as of what the audit log would have of it.
 * @param props.noteOf what is said beside a record's title
 */
export function RecordDifferences<R extends ConsentRecord>(props: {
  area: AuditArea
  records: readonly R[]
  noteOf?: (record: R) => ReactNode
  children?: ReactNode
}) {
  const { area, records, noteOf } = props
  const [count, setCount] = useState<number>(shown.more)
  if (records.length === 0) return null
  return (
    <section className="grid one-column gap-8" aria-label={t('Records')}>
      {records.slice(0, count).map((record, place) => {
        const { _id: id, title, before, after } = record
        const action = before === null ? 'create' : after === null ? 'purge' : 'update'
        const name = (
          <>
            <bdi>{title || id}</bdi>
            {noteOf?.(record)}
          </>
        )
        return before === null && after === null ? (
          <span key={id} className="medium">
            {name}
          </span>
        ) : (
          <details key={id} open={place < shown.open}>
            <summary className="medium">{name}</summary>
            <Difference entry={{ area, action, before, after }} among={title || id} />
          </details>
        )
      })}
      {records.length > count && (
        <div>
          <Button onClick={() => setCount(count + shown.more)}>
            {t('Show {count} more', { count: Math.min(shown.more, records.length - count) })}
          </Button>
        </div>
      )}
      {props.children}
    </section>
  )
}
