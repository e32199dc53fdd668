import { UnstyledButton } from '@mantine/core'
import type { WaitingKind } from '@steward/contract/dashboard/dashboard'
import { dueSoonMs } from '@steward/contract/dashboard/dashboard.routes'
import { msg, t } from '@steward/i18n/reader'
import {
  IconCheckbox,
  IconFlag3,
  IconPlayerPlay,
  IconReceipt2,
  IconRobot,
  IconUserQuestion,
} from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, linkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { watchJob } from '../../api/browser/watched-jobs.ts'
import { call } from '../../api/client.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { rich } from '../../ui/format/rich.tsx'
import { Time } from '../../ui/format/time.tsx'
import { showFailure } from '../../ui/messages/messages.tsx'
import classes from './dashboard.module.css'
import { dashboardWaiting } from './dashboard.queries.ts'
import { Loaded } from './panel.tsx'

/** The kinds of waiting items: their words, and the list of those counted at `at` (epoch ms). */
const kinds = {
  registrations: {
    Icon: IconUserQuestion,
    words: msg(
      // i18n: <b> holds the number, <since> the time in a line of its own
      '{count, plural, one {<b>#</b> registration to review <since>from {time}</since>} other {<b>#</b> registrations to review <since>oldest from {time}</since>}}',
    ),
    list: () => linkOptions({ to: '/users/waiting', search: { emailConfirmed: true } }),
  },
  reportedPosts: {
    Icon: IconFlag3,
    words: msg(
      // i18n: <b> holds the number, <since> the time in a line of its own
      '{count, plural, one {<b>#</b> reported post <since>from {time}</since>} other {<b>#</b> reported posts <since>oldest from {time}</since>}}',
    ),
    list: () =>
      linkOptions({ to: '/posts', search: { 'openReportCount.min': '1', sort: 'createdAt' } }),
  },
  tasks: {
    Icon: IconCheckbox,
    words: msg(
      // i18n: <b> holds the number, <since> the time in a line of its own
      '{count, plural, one {<b>#</b> task assigned to you is due <since>{time}</since>} other {<b>#</b> tasks assigned to you are due <since>first due {time}</since>}}',
    ),
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
    words: msg(
      // i18n: <b> holds the number, <since> the time in a line of its own
      '{count, plural, one {<b>#</b> overdue bill <since>due {time}</since>} other {<b>#</b> overdue bills <since>first due {time}</since>}}',
    ),
    list: () => linkOptions({ to: '/bills', search: { status: ['overdue'], sort: 'dueAt' } }),
  },
  proposals: {
    Icon: IconRobot,
    words: msg(
      // i18n: <b> holds the number, <since> the time in a line of its own
      '{count, plural, one {<b>#</b> proposal of an agent <since>from {time}</since>} other {<b>#</b> proposals of agents <since>oldest from {time}</since>}}',
    ),
    list: () => linkOptions({ to: '/integrations/$part', params: { part: 'agents' } }),
  },
  jobs: {
    Icon: IconPlayerPlay,
    words: msg(
      // i18n: <b> holds the number, <since> the time in a line of its own
      '{count, plural, one {<b>#</b> unfinished job of yours <since>started {time}</since>} other {<b>#</b> unfinished jobs of yours <since>first started {time}</since>}}',
    ),
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
        {t('Needs your attention')}
      </h2>
      <Loaded
        failed={t('What needs your attention couldn’t be loaded')}
        query={query}
        skeleton={
          <div
            className={classes.waiting}
            role="status"
            aria-label={t('Loading what needs your attention')}
          />
        }
        empty={
          waiting.length === 0 && (
            <p className={`${classes.caughtUp} dim`}>
              {t('You’re all caught up: no registrations, reports, due tasks or overdue bills.')}
            </p>
          )
        }
      >
        <ul className={classes.waiting}>
          {waiting.map(({ kind, n, since }) => {
            const { Icon, words, list } = kinds[kind]
            const link = list(query.dataUpdatedAt)
            const within = (
              <>
                <Icon size="1.125rem" aria-hidden className={classes.icon} />
                <span className={classes.words}>
                  {rich(words, {
                    count: n,
                    time: <Time at={since} day={kind === 'bills'} />,
                    b: (number) => <strong>{number}</strong>,
                    since: (time) => since && <span className={classes.since}>{time}</span>,
                  })}
                </span>
              </>
            )
            return (
              <li key={kind}>
                {link ? (
                  <Link {...link} className={classes.item}>
                    {within}
                  </Link>
                ) : (
                  <OwnJobs>{within}</OwnJobs>
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
