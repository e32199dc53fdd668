import type { EndpointName } from '@steward/contract/calls/routes'
import type { FieldRule } from '@steward/contract/permissions/conditions'
import { allPermissions } from '@steward/contract/permissions/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { type Mailbox, openMailbox } from '../../testing/mailbox.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

const of = {
  tasks: { module: 'Operations', submodule: 'Tasks' },
  bills: { module: 'Operations', submodule: 'Bills' },
  posts: { module: 'Community', submodule: 'Feed posts' },
  polls: { module: 'Community', submodule: 'Polls and surveys' },
  categories: { module: 'Catalogue', submodule: 'Categories' },
  members: { module: 'Users', submodule: 'Members' },
  admins: { module: 'Users', submodule: 'Admins' },
} as const

describe.each(oneEngine)('what tells of a hidden field, on %s', (engine) => {
  let app: TestApp
  let mailbox: Mailbox
  beforeAll(async () => {
    mailbox = await openMailbox()
    app = await startTestApp(engine, { smtpUrl: mailbox.url })
  })
  afterAll(async () => {
    await app.dispose()
    await mailbox.close()
  })

  const without = async (area: keyof typeof of, ...hidden: string[]) => {
    const fieldRules: FieldRule[] = [{ ...of[area], hidden, readOnly: [] }]
    const { token, userId } = await app.signIn(allPermissions, { fieldRules })
    const ask = async (name: EndpointName, call: object = {}) =>
      await app.call(name, { token, ...call })
    const refused = async (name: EndpointName, call: object) => {
      const { status, body } = await ask(name, call)
      return [status, body.errors?.map(({ path }: { path: string }) => path) ?? body.message]
    }
    return { ask, refused, userId }
  }
  const day = '2020-01-01T00:00:00.000Z'

  test('a filter that follows from it is refused, in lists, exports and jobs', async () => {
    await create(app.db, 'tasks', { due_at: day })
    const { refused } = await without('tasks', 'dueAt')
    expect(await refused('tasks.list', { query: { overdue: 'true' } })).toEqual([403, ['overdue']])
    const query = { overdue: 'true' }
    expect((await refused('exports.create', { body: { area: 'tasks', query } }))[0]).toBe(403)
    const body = { area: 'tasks', action: 'delete', all: { query } }
    expect((await refused('jobs.create', { body }))[0]).toBe(403)
  })

  test('the dashboard leaves out what follows from it', async () => {
    const kinds = async ({ ask }: Awaited<ReturnType<typeof without>>) =>
      (await ask('dashboard.waiting')).body.data.items.map(({ kind }: { kind: string }) => kind)
    const all = await kinds(await without('members', 'phone'))
    expect(all).toEqual(expect.arrayContaining(['tasks', 'bills', 'reportedPosts']))
    expect(await kinds(await without('tasks', 'dueAt'))).not.toContain('tasks')
    expect(await kinds(await without('tasks', 'assignee'))).not.toContain('tasks')
    expect(await kinds(await without('bills', 'dueAt'))).not.toContain('bills')
    expect(await kinds(await without('posts', 'openReportCount'))).not.toContain('reportedPosts')
  })

  test('bills are counted without their sums', async () => {
    await create(app.db, 'bills', { amount: 900, status: 'due' })
    const { ask } = await without('bills', 'amount')
    for (const query of [{}, { status: ['due'], 'createdAt.last': '30d' }]) {
      const { status, body } = await ask('bills.totals', { query })
      expect(status).toBe(200)
      expect(body.data.totals).not.toEqual([])
      for (const total of body.data.totals)
        expect(Object.keys(total).sort()).toEqual(['count', 'currency', 'status'])
    }
  })

  test('a change to the same value is refused as one to another', async () => {
    const [bill = ''] = await create(app.db, 'bills', { amount: 700 })
    const { ask, refused } = await without('bills', 'amount')
    const params = { id: bill }
    const guess = async (amount: number) =>
      await refused('bills.update', { params, body: { data: { amount } } })
    expect(await guess(700)).toEqual([403, ['amount']])
    expect(await guess(701)).toEqual([403, ['amount']])
    const renamed = await ask('bills.update', { params, body: { data: { title: 'Renamed' } } })
    expect(renamed.status).toBe(200)
    const [category = ''] = await create(app.db, 'categories', {})
    const plain = await without('categories', 'image')
    const cleared = { params: { id: category }, body: { image: '' } }
    expect(await plain.refused('categories.update', cleared)).toEqual([403, ['image']])
  })

  test('so it is of people, one by one and as a job', async () => {
    const [member = ''] = await create(app.db, 'users', {
      phone: '0123',
      email: 'phone@example.com',
      shopping_feed_status: 'active',
    })
    const { refused } = await without('members', 'phone', 'shoppingFeedStatus')
    const params = { id: member }
    for (const phone of ['0123', '0124'])
      expect(await refused('users.update', { params, body: { phone } })).toEqual([403, ['phone']])
    for (const status of ['active', 'inactive'] as const) {
      const one = { params: { userId: member }, body: { status } }
      expect((await refused('users.setShoppingFeed', one))[0]).toBe(403)
      const several = { area: 'users', action: 'feed', patch: { status }, ids: [member] }
      expect((await refused('jobs.create', { body: several }))[0]).toBe(403)
    }
  })

  test('who registered isn’t sorted by it, and is mailed all the same', async () => {
    const email = 'registered@example.com'
    const columns = { type: 'admin', status: 'pending', email_confirmed: true, email } as const
    const [waits = ''] = await create(app.db, 'users', columns)
    const { ask, refused } = await without('admins', 'email')
    const sorted = { query: { sort: 'email' } }
    expect(await refused('accounts.listWaiting', sorted)).toEqual([403, ['sort']])
    const renamed = await ask('users.update', { params: { id: waits }, body: { name: 'Renamed' } })
    expect([renamed.status, JSON.stringify(renamed.body).includes(email)]).toEqual([200, false])
    const declined = await ask('accounts.decline', { params: { id: waits } })
    expect([declined.status, JSON.stringify(declined.body).includes(email)]).toEqual([200, false])
    const mails = () => mailbox.mails.map(({ to, subject }) => [to, subject])
    const told = [[email, 'Your registration has been declined']]
    await expect.poll(mails).toEqual(told)
  })

  test('the entries of the audit log have no part of it', async () => {
    const [bill = ''] = await create(app.db, 'bills', {})
    const owner = await app.signIn('owner')
    const [task = ''] = await create(app.db, 'tasks', {})
    const about = { area: 'bills', _id: bill }
    const params = { id: task }
    const changed = await app.call('tasks.update', { ...owner, params, body: { about } })
    expect(changed.status).toBe(200)
    const { ask } = await without('tasks', 'about')
    const entries = await ask('auditLog.list', { query: { record: task } })
    expect(entries.body.data.entries.map(({ action }: { action: string }) => action)).toEqual([
      'create',
    ])
    expect(JSON.stringify(entries.body)).not.toMatch(/about/i)

    const [post = ''] = await create(app.db, 'posts', { report_count: 3 })
    const kept = { does: 'keep', posts: [{ _id: post }], reason: null, message: null }
    const decided = await app.call('posts.decide', {
      ...owner,
      body: { ...kept, deactivateAuthors: false },
    })
    expect([decided.status, decided.body.errors]).toEqual([200, undefined])
    const moderator = await without(
      'posts',
      'openReportCount',
      'reportsHandledAt',
      'reportsHandledBy',
    )
    const told = await moderator.ask('auditLog.list', { query: { record: post } })
    expect(JSON.stringify(told.body)).not.toContain('reportsHandled')
    const again = { area: 'posts', action: 'keep', ids: [post] }
    expect((await moderator.refused('jobs.create', { body: again }))[0]).toBe(403)
  })

  test('no message names the author of a post, and nothing is done about them', async () => {
    const [author = ''] = await create(app.db, 'users', { name: 'Hidden Author' })
    const [one = '', other = ''] = await create(
      app.db,
      'posts',
      { author_id: author },
      { author_id: author },
    )
    const { ask, refused } = await without('posts', 'author')
    const deleted = await ask('posts.delete', { params: { id: one } })
    expect(deleted.status).toBe(200)
    const restored = await ask('posts.restore', { params: { id: one } })
    const decide = (more: object) => ({
      body: {
        does: 'delete',
        posts: [{ _id: other }],
        reason: null,
        message: null,
        deactivateAuthors: false,
        ...more,
      },
    })
    expect((await refused('posts.decide', decide({ deactivateAuthors: true })))[0]).toBe(403)
    expect((await refused('posts.decide', decide({ message: 'Hello' })))[0]).toBe(403)
    const decided = await ask('posts.decide', decide({}))
    expect(decided.status).toBe(200)
    expect(JSON.stringify([deleted, restored, decided])).not.toContain('Hidden Author')
  })

  test('results of polls aren’t exported without their questions, and not counted', async () => {
    await create(app.db, 'polls', {})
    const { refused } = await without('polls', 'questions')
    const body = { area: 'pollResults', query: {} }
    expect(await refused('exports.create', { body })).toEqual([403, ['questions']])
  })

  test('the message of a deletion counts what is seen', async () => {
    const [category = ''] = await create(app.db, 'categories', {})
    await create(app.db, 'posts', { category_id: category, like_count: 1 })
    await create(app.db, 'posts', { category_id: category, like_count: 9 })
    const { token } = await app.signIn(allPermissions, {
      conditions: [{ ...of.posts, action: 'list', where: { 'likeCount.min': '5' } }],
    })
    const { body } = await app.call('categories.delete', { token, params: { id: category } })
    expect(body.message).toContain('still used by 1 feed post.')
  })
})
