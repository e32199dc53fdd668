import type { WaitingKind } from '@steward/contract/system/dashboard'
import {
  IconCheckbox,
  IconFlag3,
  IconPlayerPlay,
  IconReceipt2,
  IconUserQuestion,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useHasCall } from '../../api/missing-calls.ts'
import { listOf, numberOf, textOf } from '../../api/read.ts'
import { count } from '../../ui/format/locale.ts'
import { Time } from '../../ui/format/time.tsx'
import { dashboardWaiting } from './dashboard.queries.ts'
import { LoadFailed } from './load-failed.tsx'
import { OwnJobs } from './own-jobs.tsx'
import classes from './waiting.module.css'
import { waitingWords } from './waiting-words.ts'

const icons: Record<WaitingKind, typeof IconFlag3> = {
  registrations: IconUserQuestion,
  reportedPosts: IconFlag3,
  tasks: IconCheckbox,
  bills: IconReceipt2,
  jobs: IconPlayerPlay,
}

/** What waits for the person signed in, and since when; each leads to where it is worked on. */
export function Waiting() {
  const has = useHasCall('dashboard.waiting')
  const { data, dataUpdatedAt, error, isPending, isPaused, refetch } = useQuery({
    ...dashboardWaiting,
    enabled: has,
  })
  if (!has) return null
  const items = listOf<{ kind?: unknown; count?: unknown; since?: unknown }>(data?.items)
  const waiting = (Object.keys(icons) as WaitingKind[]).flatMap((kind) => {
    const item = items.find((each) => each.kind === kind)
    const n = numberOf(item?.count) ?? 0
    return n > 0 ? [{ kind, n, since: textOf(item?.since) }] : []
  })
  return (
    <section className={classes.root} aria-labelledby="dashboard-waiting">
      <h2 id="dashboard-waiting">Needs your attention</h2>
      {isPending && !isPaused ? (
        <div
          className={classes.pending}
          role="status"
          aria-label="Loading what needs your attention"
        />
      ) : error || isPending ? (
        <LoadFailed what="What needs your attention" error={error} onRetry={refetch} />
      ) : waiting.length === 0 ? (
        <p className={classes.empty}>
          You’re all caught up: no registrations, reports, due tasks or overdue bills.
        </p>
      ) : (
        <ul className={classes.list}>
          {waiting.map(({ kind, n, since }) => {
            const Icon = icons[kind]
            const { what, when, link } = waitingWords(kind, n, dataUpdatedAt)
            const words = (
              <>
                <Icon size="1.125rem" aria-hidden className={classes.icon} />
                <strong>{count(n)}</strong> <span className={classes.what}>{what}</span>{' '}
                {since && (
                  <span className={classes.since}>
                    {when} <Time at={since} day={kind === 'bills'} />
                  </span>
                )}
              </>
            )
            return (
              <li key={kind}>
                {link ? (
                  <Link {...link} className={classes.item}>
                    {words}
                  </Link>
                ) : (
                  <OwnJobs className={classes.item}>{words}</OwnJobs>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
