import type { AuditEntry } from '@steward/contract/audit-log/audit-log'
import { t } from '@steward/i18n/reader'
import { Link } from '@tanstack/react-router'
import { useIsGone } from '../../shared/audit-log/gone.queries.ts'
import { RecordLink } from '../../shared/audit-log/record-link.tsx'
import { actorWords, recordWords } from '../../shared/audit-log/words.ts'
import cells from '../../ui/format/cells.module.css'
import { Text } from '../../ui/format/text.tsx'
import { PictureCell } from '../../ui/record/picture-cell.tsx'
import classes from './audit-log.module.css'

type Props = { entry: AuditEntry }

export function TwoLines(props: { first: string; second: string | null }) {
  return (
    <span className="stack grow">
      <Text value={props.first} clip />
      {props.second !== null && (
        <span className={cells.second}>
          <Text value={props.second} clip />
        </span>
      )}
    </span>
  )
}

export function WhoCell({ entry }: Props) {
  const role = entry.role?.name ?? null
  if (entry.actor === null) return <Text value={actorWords(entry)} clip />
  return (
    <PictureCell
      shape="person"
      name={actorWords(entry)}
      second={role === null ? undefined : <Text value={role} clip />}
    />
  )
}

export function RecordCell({ entry }: Props) {
  const gone = useIsGone(entry.record?._id ?? null)
  const batch = entry.batch
  const isMany = !entry.record && entry.count > 1
  const words = <Text value={recordWords(entry)} clip />
  if (isMany && batch !== null)
    return (
      <Link to="/audit-log" search={{ batch: [batch] }} className={cells.accentLink}>
        {recordWords(entry)}
      </Link>
    )
  if (gone === undefined) return words
  return (
    <span className={`row gap-8 shrinks ${classes.record}`}>
      <RecordLink entry={entry} title={entry.record?.title ?? null} gone={gone}>
        {words}
      </RecordLink>
      {/* i18n: follows the title of a record that is deleted */}
      {gone && <span className="rigid dim xs">{t('deleted')}</span>}
    </span>
  )
}
