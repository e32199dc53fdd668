// @vitest-environment jsdom
import { permission } from '@steward/contract/permissions/permissions'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { unwatchJob, useWatchedJobs } from '../../api/browser/watched-jobs.ts'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, refusal, serve } from '../../testing/server.ts'
import { Tiles } from './tiles.tsx'
import { Waiting } from './waiting.tsx'

prepareScreens()

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const panel = () => screen.findByRole('region', { name: 'Needs your attention' })

test('says what waits and since when, and leads to where it is worked on', async () => {
  serve({
    'dashboard.waiting': () => ({
      data: {
        items: [
          { kind: 'reportedPosts', count: 1204, since: hoursAgo(50) },
          { kind: 'registrations', count: 1, since: hoursAgo(3) },
          { kind: 'tasks', count: 1, since: hoursAgo(2) },
          { kind: 'bills', count: 2, since: '2025-06-27T00:00:00.000Z' },
          { kind: 'jobs', count: 2, since: hoursAgo(1) },
          { kind: 'something else', count: 3, since: null },
        ],
      },
    }),
    'jobs.list': () => ({ data: { jobs: [{ _id: 'j2' }, { _id: 'j1' }] } }),
  })
  const { user } = showScreen(<Waiting />)
  const lines = await within(await panel()).findAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' ').trim())).toEqual([
    '1 registration to review from 3 hours ago',
    '1,204 reported posts oldest from 2 days ago',
    '1 task assigned to you is due 2 hours ago',
    // A day, without an hour that would make it the day before in the west.
    '2 overdue bills first due Jun 27, 2025',
    '2 unfinished jobs of yours first started 1 hour ago',
  ])
  // What the server counts by: dashboard.test.ts of the server asks its lists the same.
  const link = (name: RegExp) => {
    const href = screen.getByRole('link', { name }).getAttribute('href') ?? ''
    const { pathname, searchParams } = new URL(href, 'http://here')
    return [pathname, ...searchParams].map((each) => String(each).replaceAll('"', ''))
  }
  expect(link(/registration/)).toEqual(['/users/waiting', 'emailConfirmed,true'])
  expect(link(/reported/)).toEqual(['/posts', 'openReportCount.min,1', 'sort,createdAt'])
  const [page, who, status, due, sort] = link(/assigned to you is due/)
  expect([page, who, status, sort]).toEqual([
    '/tasks',
    'assignee,[me]',
    'status,[todo,doing]',
    'sort,dueAt',
  ])
  const until = Date.parse(due?.replace('dueAt.to,', '') ?? '')
  expect(Math.abs(until - Date.now() - 86_400_000)).toBeLessThan(60_000)
  await user.click(screen.getByRole('button', { name: /jobs of yours/ }))
  await waitFor(() => expect(useWatchedJobs.getState().ids).toEqual(['j2', 'j1']))
  for (const id of ['j1', 'j2']) unwatchJob(id)
})

test('says so where nothing waits, and that it could not be loaded', async () => {
  serve({ 'dashboard.waiting': () => refusal(500, { message: 'Broken' }) })
  const { user } = showScreen(<Waiting />)
  await within(await panel()).findByText('What needs your attention couldn’t be loaded')
  serve({ 'dashboard.waiting': () => ({ data: { items: [] } }) })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await within(await panel()).findByText(/^You’re all caught up/)
})

test('is not there in front of a server that lacks the call', async () => {
  serve({ 'dashboard.waiting': () => refusal(404, { message: 'No such call' }) })
  showScreen(<Waiting />)
  await waitFor(() => expect(callsOf('dashboard.waiting')).toHaveLength(1))
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Needs your attention' })).toBeNull(),
  )
})

test('the days of a trend are told by the arrows, beside what was imported', async () => {
  const trend = Array.from({ length: 30 }, (_, at) => at)
  const posts = { key: 'posts', label: 'Posts', count: 900, trend, imported: 400 }
  const list = { path: '/posts', needs: [permission('Community', 'Feed posts', 'list')] } as const
  const { user } = showScreen(<Tiles tiles={[{ ...posts, list }]} since="2026-03-01T00:00:00Z" />)
  expect(await screen.findByText('435 new in 30 days')).toBeDefined()
  expect(screen.getByText('and 400 imported')).toBeDefined()
  expect(screen.getByText('Mar 1')).toBeDefined()
  ;(await screen.findByRole('link')).focus()
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(screen.getByText('Mar 29: 28 new')).toBeDefined()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByText('Mar 30: 29 new')).toBeDefined()
  await user.tab()
  expect(screen.getByText('435 new in 30 days')).toBeDefined()
})
