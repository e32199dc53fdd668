import { UnstyledButton } from '@mantine/core'
import type { WaitingKind } from '@steward/contract/dashboard/dashboard'
import { dueSoonMs } from '@steward/contract/dashboard/dashboard.routes'
import {
  IconCheckbox,
  IconFlag3,
  IconPlayerPlay,
  IconReceipt2,
  IconUserQuestion,
} from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, linkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { watchJob } from '../../api/browser/watched-jobs.ts'
import { call } from '../../api/client.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { count } from '../../ui/format/locale.ts'
import { Time } from '../../ui/format/time.tsx'
import { showFailure } from '../../ui/messages/messages.tsx'
import classes from './dashboard.module.css'
import { dashboardWaiting } from './dashboard.queries.ts'
import { Loaded } from './panel.tsx'

/** The kinds of waiting items: words for one and for several, and the list of those counted at `at` (epoch ms). */
const kinds = {
  registrations: {
    Icon: IconUserQuestion,
    what: ['registration to review', 'registrations to review'],
    when: ['from', 'oldest from'],
    list: () => linkOptions({ to: '/users/waiting', search: { emailConfirmed: true } }),
  },
  reportedPosts: {
    Icon: IconFlag3,
    what: ['reported post', 'reported posts'],
    when: ['from', 'oldest from'],
    list: () =>
      linkOptions({ to: '/posts', search: { 'openReportCount.min': '1', sort: 'createdAt' } }),
  },
  tasks: {
    Icon: IconCheckbox,
    what: ['task assigned to you is due', 'tasks assigned to you are due'],
    when: ['', 'first due'],
    list: (at: number) =>
      linkOptions({
        to: '/tasks',
        search: {
          assignee: ['me'],
          status: ['todo', 'doing'],
          'dueAt.to': new Date(at + dueSoonMs).toISOString(),
          sort: 'dueAt',
        },
      }),
  },
  bills: {
    Icon: IconReceipt2,
    what: ['overdue bill', 'overdue bills'],
    when: ['due', 'first due'],
    list: () => linkOptions({ to: '/bills', search: { status: ['overdue'], sort: 'dueAt' } }),
  },
  jobs: {
    Icon: IconPlayerPlay,
    what: ['unfinished job of yours', 'unfinished jobs of yours'],
    when: ['started', 'first started'],
    list: () => null,
  },
} as const satisfies Record<WaitingKind, object>

export function Waiting() {
  const has = useHasCall('dashboard.waiting')
  const query = useQuery({ ...dashboardWaiting, enabled: has })
  if (!has) return null
  const items = query.data?.items ?? []
  const waiting = (Object.keys(kinds) as WaitingKind[]).flatMap((kind) => {
    const item = items.find((each) => each.kind === kind)
    const n = item?.count ?? 0
    return n > 0 ? [{ kind, n, since: item?.since ?? null }] : []
  })
  return (
    <section style={{ marginBottom: 24 }} aria-labelledby="dashboard-waiting">
      <h2 id="dashboard-waiting" className="mb-8">
        Needs your attention
      </h2>
      <Loaded
        what="What needs your attention"
        query={query}
        skeleton={
          <div
            className={classes.waiting}
            role="status"
            aria-label="Loading what needs your attention"
          />
        }
        empty={
          waiting.length === 0 && (
            <p className={`${classes.caughtUp} dim`}>
              You’re all caught up: no registrations, reports, due tasks or overdue bills.
            </p>
          )
        }
      >
        <ul className={classes.waiting}>
          {waiting.map(({ kind, n, since }) => {
            const { Icon, what, when, list } = kinds[kind]
            const at = n === 1 ? 0 : 1
            const link = list(query.dataUpdatedAt)
            const words = (
              <>
                <Icon size="1.125rem" aria-hidden className={classes.icon} />
                <strong>{count(n)}</strong> <span>{what[at]}</span>{' '}
                {since && (
                  <span className={classes.since}>
                    {when[at]} <Time at={since} day={kind === 'bills'} />
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
                  <OwnJobs>{words}</OwnJobs>
                )}
              </li>
            )
          })}
        </ul>
      </Loaded>
    </section>
  )
}

const maxJobs = 5

function OwnJobs({ children }: { children: ReactNode }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call('jobs.list', {
        query: { status: ['waiting', 'running', 'paused', 'stopped'], limit: String(maxJobs) },
      }),
    onSuccess: ({ data }) => {
      for (const { _id } of data.jobs.reverse()) watchJob(_id)
    },
    onError: showFailure,
  })
  return (
    <UnstyledButton className={classes.item} disabled={isPending} onClick={() => mutate()}>
      {children}
    </UnstyledButton>
  )
}
