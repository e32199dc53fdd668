import { dueSoonMs } from '@steward/contract/dashboard/dashboard.routes'
import { permission } from '@steward/contract/permissions/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foldDeltas } from '../../db/counts/deltas.ts'
import { analyze } from '../../db/statistics/analyze.ts'
import { newId } from '../../ids.ts'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { rowsScanned } from '../../testing/scanned.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

const day = 86_400_000
/** So many days ago, at noon in UTC. */
const ago = (days: number) =>
  new Date(Math.floor(Date.now() / day) * day - days * day + day / 2).toISOString()
const gone = { deleted_at: new Date().toISOString() }

describe.each(oneEngine)('the dashboard on %s', (engine) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    token = (await app.signIn('owner')).token
    await create(
      app.db,
      'users',
      { created_at: ago(3) },
      { created_at: ago(3) },
      { created_at: ago(29) },
      { created_at: ago(30) },
      { created_at: ago(3), ...gone },
      { type: 'business', created_at: ago(3) },
      { created_at: ago(3), imported: true },
      { created_at: ago(2), imported: true, ...gone },
      { type: 'business', created_at: ago(400) },
    )
    await create(app.db, 'posts', { created_at: ago(1) }, { created_at: ago(1), ...gone })
    await create(app.db, 'bills', { created_at: ago(29) })
    await create(app.db, 'shopping_posts', { created_at: ago(2) }, { created_at: ago(2) })
  })
  afterAll(() => app.dispose())

  test('counts everything that is not deleted, and what is new on each day', async () => {
    const { body } = await app.call('dashboard.counts', { token })
    const { counts, trends } = body.data
    expect(counts).toMatchObject({ users: 8, admins: 1, businessUsers: 2, members: 5 })
    expect(counts).toMatchObject({ posts: 1, bills: 1, shoppingPosts: 2, events: 0, categories: 0 })
    const on = (name: string) =>
      trends[name].flatMap((n: number, at: number) => (n > 0 ? [[29 - at, n]] : []))
    expect(on('users')).toEqual([
      [29, 1],
      [3, 3],
      [0, 1],
    ])
    expect(on('members')).toEqual([
      [29, 1],
      [3, 2],
    ])
    expect(on('businessUsers')).toEqual([[3, 1]])
    expect(on('admins')).toEqual([[0, 1]])
    expect([on('posts'), on('bills'), on('shoppingPosts')]).toEqual([[[1, 1]], [[29, 1]], [[2, 2]]])
    expect(body.data.imported).toMatchObject({ users: 1, members: 1, businessUsers: 0, posts: 0 })
    expect(trends.since).toBe(new Date(Math.floor(Date.now() / day) * day - 29 * day).toISOString())
  })

  test('says what waits for somebody, as far as they may see it, and since when', async () => {
    const staff = await app.signIn([
      permission('Dashboard', 'Overview', 'list'),
      permission('Community', 'Feed posts', 'list'),
      permission('Operations', 'Tasks', 'list'),
      permission('Operations', 'Bills', 'list'),
    ])
    const waiting = async (who = staff.token) =>
      (await app.call('dashboard.waiting', { token: who })).body.data.items
    expect(await waiting()).toEqual(
      ['reportedPosts', 'tasks', 'bills', 'jobs'].map((kind) => ({ kind, count: 0, since: null })),
    )
    const mine = { assignee_id: staff.userId, status: 'todo' } as const
    await create(
      app.db,
      'tasks',
      { ...mine, due_at: ago(4) },
      { ...mine, due_at: new Date(Date.now() + 3_600_000).toISOString() },
      { ...mine, due_at: ago(-9) },
      { ...mine, due_at: null },
      { ...mine, due_at: ago(5), status: 'done' },
      { ...mine, due_at: ago(5), ...gone },
      { due_at: ago(6), status: 'todo' },
    )
    await create(app.db, 'posts', { report_count: 2, created_at: ago(8) }, { report_count: 1 })
    await create(app.db, 'posts', { report_count: 2, created_at: ago(9), ...gone })
    // Somebody has decided about it.
    await create(app.db, 'posts', { report_count: 2, reports_handled: 2, created_at: ago(9) })
    await create(app.db, 'bills', { status: 'overdue', due_at: ago(10) }, { status: 'due' })
    await create(
      app.db,
      'users',
      {
        type: 'admin',
        email: 'a@example.com',
        status: 'pending',
        email_confirmed: true,
        created_at: ago(7),
      },
      {
        type: 'admin',
        email: 'b@example.com',
        status: 'pending',
        email_confirmed: false,
        created_at: ago(8),
      },
    )
    expect(await waiting()).toEqual([
      { kind: 'reportedPosts', count: 2, since: ago(8) },
      { kind: 'tasks', count: 2, since: ago(4) },
      { kind: 'bills', count: 1, since: ago(10) },
      { kind: 'jobs', count: 0, since: null },
    ])
    expect((await waiting(token)).slice(0, 3)).toEqual([
      { kind: 'registrations', count: 1, since: ago(7) },
      { kind: 'reportedPosts', count: 2, since: ago(8) },
      { kind: 'tasks', count: 0, since: null },
    ])
    // Where the web app leads from there: its waiting.test.tsx holds these questions to its links.
    const totalOf = async (
      call: 'accounts.listWaiting' | 'posts.list' | 'tasks.list' | 'bills.list',
      query: Record<string, string | string[]>,
      who: string,
    ) => {
      const { body } = await app.call(call, { token: who, query })
      return (body.pagination ?? body.data.pagination).total
    }
    const soon = new Date(Date.now() + dueSoonMs).toISOString()
    const ofTasks = { assignee: 'me', status: ['todo', 'doing'], 'dueAt.to': soon, sort: 'dueAt' }
    const reported = { 'openReportCount.min': '1', sort: 'createdAt' }
    expect(await totalOf('posts.list', reported, staff.token)).toBe(2)
    expect(await totalOf('tasks.list', ofTasks, staff.token)).toBe(2)
    expect(await totalOf('bills.list', { status: 'overdue' }, staff.token)).toBe(1)
    expect(await totalOf('accounts.listWaiting', { emailConfirmed: 'true' }, token)).toBe(1)
    const nobody = await app.signIn([permission('Community', 'Feed posts', 'list')])
    expect((await app.call('dashboard.waiting', { token: nobody.token })).status).toBe(403)
  })

  test('of the jobs of a person, those wait that are not over', async () => {
    const [one, other] = [await app.signIn('owner'), await app.signIn('owner')]
    const statuses = ['waiting', 'running', 'paused', 'stopped', 'done', 'cancelled'] as const
    const job = (started_by: string, status: (typeof statuses)[number], days: number) => ({
      id: newId(),
      area: 'posts' as const,
      action: 'delete' as const,
      total: 1,
      // Another server is at it.
      lease_until: new Date(Date.now() + 50_000).toISOString(),
      created_at: ago(days),
      started_by,
      status,
    })
    const jobs = async ({ token }: { token: string }) => {
      const { body } = await app.call('dashboard.waiting', { token })
      return body.data.items.find(({ kind }: { kind: string }) => kind === 'jobs')
    }
    const add = (...rows: ReturnType<typeof job>[]) =>
      app.db.insertInto('jobs').values(rows).execute()
    await add(job(one.userId, 'stopped', 4))
    expect(await jobs(one)).toEqual({ kind: 'jobs', count: 1, since: ago(4) })
    await add(...statuses.map((status, n) => job(one.userId, status, n + 5)))
    expect(await jobs(one)).toEqual({ kind: 'jobs', count: 5, since: ago(8) })
    expect(await jobs(other)).toEqual({ kind: 'jobs', count: 0, since: null })
  })

  test('reads no more rows however many there are', async () => {
    await foldDeltas(app.db)
    const before = await rowsScanned(app.db, () => app.call('dashboard.counts', { token }))
    const some = (n: number, at: string) => Array.from({ length: n }, () => ({ created_at: at }))
    await create(app.db, 'users', ...some(100, ago(5)))
    await create(app.db, 'users', ...some(1_000, ago(100)))
    await foldDeltas(app.db)
    await analyze(app.db, ['users'])
    const after = await rowsScanned(app.db, () => app.call('dashboard.counts', { token }))
    // The two days on which they came.
    expect(after - before).toBeLessThan(20)
  })
})
