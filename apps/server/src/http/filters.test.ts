import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../testing/database.ts'
import { create } from '../testing/factories.ts'
import { startTestApp, type TestApp } from '../testing/server.ts'

const day = 86_400_000
const daysFromNow = (n: number) => new Date(Date.now() + n * day).toISOString()

describe.each(oneEngine)('filters on %s', (engine) => {
  let t: TestApp
  let token: string
  let me: string
  beforeAll(async () => {
    t = await startTestApp(engine)
    ;({ token, userId: me } = await t.signIn('owner'))
    const [other = ''] = await create(t.db, 'users', { name: 'Kim' })
    await create(
      t.db,
      'tasks',
      { title: 'mine', assignee_id: me, due_at: daysFromNow(3.5) },
      { title: 'late', assignee_id: me, due_at: daysFromNow(-1.5), priority: 'high' },
      { title: 'theirs', assignee_id: other, due_at: daysFromNow(30) },
      { title: 'nobody’s', due_at: null },
    )
  })
  afterAll(() => t.dispose())

  const found = async (query: Record<string, string | string[]>) => {
    const { body } = await t.call('tasks.list', { token, query: { sort: 'title', ...query } })
    return (body.data as { title: string }[]).map(({ title }) => title)
  }

  test('me is whoever asks', async () => {
    expect(await found({ assignee: 'me' })).toEqual(['late', 'mine'])
    expect(await found({ 'assignee.not': 'me' })).toEqual(['nobody’s', 'theirs'])
    const other = await t.signIn('owner')
    const { body } = await t.call('tasks.list', { token: other.token, query: { assignee: 'me' } })
    expect(body.data).toEqual([])
  })

  test('an _id in capitals is the same one, in the total as in the rows', async () => {
    const { roleId, userId } = await t.signIn([])
    const [category = ''] = await create(t.db, 'categories', { name: 'Garden' })
    await create(t.db, 'posts', { text: 'Seeds', category_id: category, author_id: userId })
    const cases = [
      ['users.list', { role: roleId }],
      ['posts.list', { category }],
      ['posts.list', { author: userId }],
      ['auditLog.list', { actor: userId }],
    ] as const
    for (const [name, query] of cases) {
      const [[key, id] = ['', '']] = Object.entries(query)
      const { body } = await t.call(name, { token, query: { [key]: id.toUpperCase() } })
      const { pagination, ...lists } = body.data
      const [rows] = Object.values(lists) as object[][]
      expect([name, key, rows?.length, pagination.total]).toEqual([name, key, 1, 1])
    }
    const others = { type: 'admin', 'role.not': roleId.toUpperCase() }
    const { body } = await t.call('users.list', { token, query: others })
    expect(body.data.pagination.total).toBe(body.data.users.length)
  })

  test('days count from now', async () => {
    expect(await found({ 'dueAt.next': '4d' })).toEqual(['mine'])
    expect(await found({ 'dueAt.next': '3d' })).toEqual([])
    expect(await found({ 'dueAt.last': '7d' })).toEqual(['late'])
    expect(await found({ 'dueAt.last': '1d' })).toEqual([])
  })

  test('any of several fields, all within one, beside the search', async () => {
    const any = { match: 'any', 'dueAt.last': '7d', 'assignee.empty': 'true' }
    expect(await found(any)).toEqual(['late', 'nobody’s'])
    expect(await found({ ...any, search: 'nobody' })).toEqual(['nobody’s'])
    expect(await found({ ...any, match: 'all' })).toEqual([])
    const span = { 'dueAt.from': daysFromNow(0), 'dueAt.to': daysFromNow(9) }
    expect(await found({ ...span, match: 'any', priority: 'high' })).toEqual(['late', 'mine'])
  })

  test('a span that ends before it begins holds nothing', async () => {
    expect(await found({ 'dueAt.from': '2030-01-01', 'dueAt.to': '2020-01-01' })).toEqual([])
  })

  test('an export and a job take the same', async () => {
    const query = { assignee: 'me', 'dueAt.next': '9d' }
    const exported = await t.call('exports.create', { token, body: { area: 'tasks', query } })
    expect(exported.body.data.total).toBe(1)
    const job = {
      area: 'tasks',
      action: 'delete',
      all: { query: { ...query, 'dueAt.next': '0d' } },
    }
    const { status, body } = await t.call('jobs.create', { token, body: job })
    expect([status, body.code]).toEqual([409, 'conflict'])
  })

  test.each([
    ['posts.list', { 'reportCount.min': 'many' }, 'Must be a whole number'],
    ['posts.list', { 'reportCount.min': ['1', '2'] }, 'Must be a whole number'],
    [
      'posts.list',
      { 'createdAt.last': '3661d' },
      'Must be a number of days such as 7d, at most 3660d',
    ],
    ['posts.list', { 'createdAt.next': '7' }, 'Must be a number of days such as 7d, at most 3660d'],
    [
      'posts.list',
      { 'createdAt.from': 'monday' },
      'Must be a day (2026-01-31) or an ISO 8601 time',
    ],
    ['posts.list', { 'category.empty': 'yes' }, 'Must be true or false'],
    ['posts.list', { 'author.not': 'you' }, 'Must be the _id of a person, or me'],
    ['posts.list', { match: 'some' }, 'Must be all or any'],
    ['bills.list', { 'status.not': 'lost' }, 'Must be one of draft, due, paid, overdue, void'],
  ] as const)('%s refuses %j by its name', async (name, query, msg) => {
    const { status, body } = await t.call(name, { token, query })
    expect([status, body.errors]).toMatchObject([422, [{ path: Object.keys(query)[0], msg }]])
  })

  test.each([
    ['status', 'Must be one of draft, due, paid, overdue, void'],
    ['status.not', 'Must be one of draft, due, paid, overdue, void'],
    ['payer', 'Must be the _id of a person, or me'],
    ['payer.not', 'Must be the _id of a person, or me'],
    ['currency', 'Must be a currency code such as EUR'],
  ])('a job and an export refuse an empty list of %s by its name', async (key, msg) => {
    const query = { [key]: [] }
    const job = { area: 'bills', action: 'delete', all: { query } }
    const { status, body } = await t.call('jobs.create', { token, body: job })
    expect([status, body.errors]).toMatchObject([422, [{ path: `all.query.${key}`, msg }]])
    const file = await t.call('exports.create', { token, body: { area: 'bills', query } })
    expect([file.status, file.body.errors]).toMatchObject([422, [{ path: `query.${key}`, msg }]])
  })

  test('a key that no list knows is passed over', async () => {
    expect(await found({ 'title.min': '1', 'dueAt.later': 'x', assignee: 'me' })).toHaveLength(2)
  })
})
