import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { textOf } from '../../api/read.ts'
import { ActionBadge } from '../../shared/audit-log/action-badge.tsx'
import { amongOf } from '../../shared/audit-log/among.ts'
import { newestChangesOptions, useAuditLog } from '../../shared/audit-log/audit-log.queries.ts'
import { actorWords, areaWord, recordWords } from '../../shared/audit-log/words.ts'
import { Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { LoadFailed } from './load-failed.tsx'
import classes from './newest-changes.module.css'

/** How many stand here; the audit log has them all. */
const most = 8

/** Recent changes of records, for whoever may read the audit log; else nothing. */
export function NewestChanges() {
  const has = useAuditLog()
  const { data, error, isPending, isPaused, refetch } = useQuery({
    ...newestChangesOptions(most),
    enabled: has,
  })
  if (!has) return null
  return (
    <section className={classes.root} aria-labelledby="dashboard-changes">
      <div className={classes.head}>
        <h2 id="dashboard-changes">Recent changes</h2>
        <Link to="/audit-log">Audit log</Link>
      </div>
      {isPending && !isPaused ? (
        <div className={classes.pending} role="status" aria-label="Loading recent changes">
          {Array.from({ length: most }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: all alike, that never move
            <Skeleton key={index} height={12} my={13} />
          ))}
        </div>
      ) : error || isPending ? (
        <LoadFailed what="Recent changes" error={error} onRetry={refetch} />
      ) : data.rows.length === 0 ? (
        <p className={classes.empty}>No changes yet.</p>
      ) : (
        <ul className={classes.list}>
          {data.rows.slice(0, most).map(({ id, record: entry }) => (
            <li key={id}>
              <ActionBadge action={entry.action} />
              <Link
                to="/audit-log"
                search={{ ...amongOf(entry), open: id }}
                className={classes.record}
              >
                <Text value={recordWords(entry)} clip />
              </Link>
              <span className={classes.by}>
                <Text value={[areaWord(entry.area), textOf(actorWords(entry))].join(' · ')} clip />
              </span>
              <span className={classes.when}>
                <Time at={entry.at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
