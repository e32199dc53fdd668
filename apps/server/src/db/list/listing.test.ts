import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'
import { statementsOf } from '../../testing/statements.ts'
import { write } from '../write/write.ts'

describe.each(engines)('lists on %s', (engine) => {
  let test: TestApp
  let token: string
  beforeAll(async () => {
    test = await startTestApp(engine)
    token = (await test.signIn('owner')).token
  })
  afterAll(() => test.dispose())

  const members = async (query: Record<string, unknown>) => {
    const { body } = await test.call('users.list', { token, query: { type: 'member', ...query } })
    const { users, pagination } = body.data
    return {
      names: users.map((user: { name: string }) => user.name) as string[],
      pagination,
      users,
    }
  }

  it('finds any part of a word, whatever its case, accents or Unicode form', async () => {
    await create(
      test.db,
      'users',
      { name: 'Zoë Ångström', email: 'zoe@example.org', phone: '+46 70 123' },
      { name: 'ΑΛΕΞΑΝΔΡΑ Παππά', business_name: null },
      { name: 'Ёлка Жукова' },
      { name: 'محمد عبد الرحمن بن عبد العزيز آل سعود 🌿🌿' },
      { name: 'ﬁreﬂy Ａｄａ' },
      { name: '100% sure_thing \\o/' },
    )
    const found = async (search: string) => (await members({ search })).names
    expect(await found('angstr')).toEqual(['Zoë Ångström'])
    expect(await found('A\u030angström')).toEqual(['Zoë Ångström'])
    expect(await found('  EXAMPLE.org ')).toEqual(['Zoë Ångström'])
    expect(await found('70 123')).toEqual(['Zoë Ångström'])
    expect(await found('ström zoe')).toEqual(['Zoë Ångström'])
    expect(await found('αλεξ')).toEqual(['ΑΛΕΞΑΝΔΡΑ Παππά'])
    expect(await found('ЖУК')).toEqual(['Ёлка Жукова'])
    expect(await found('الرحمن')).toHaveLength(1)
    expect(await found('🌿')).toHaveLength(1)
    expect(await found('firefly ada')).toHaveLength(1)
    expect(await found('100%')).toEqual(['100% sure_thing \\o/'])
    expect(await found('e_t')).toEqual(['100% sure_thing \\o/'])
    expect(await found('\\o')).toEqual(['100% sure_thing \\o/'])
    expect(await found('zoe жук')).toEqual([])
    // Signs of LIKE, also those that become one only by folding.
    for (const sign of ['%', '％', '﹪', '_', '＿', '﹍', '\\', '＼', '﹨']) {
      expect([sign, await found(sign)]).toEqual([sign, ['100% sure_thing \\o/']])
    }
    expect(await found('％_')).toEqual([])
    expect(await found('παππασ')).toEqual([])
    expect(await found('ΠΑΠΠΆ')).toEqual(['ΑΛΕΞΑΝΔΡΑ Παππά'])
  })

  it('finds a post by its author’s name, also after the person is renamed', async () => {
    const [author = ''] = await create(test.db, 'users', { name: 'Quentin Quill' })
    const [post] = await create(test.db, 'posts', { author_id: author, text: 'Good morning' })
    const ids = async (search: string) => {
      const { body } = await test.call('posts.list', { token, query: { search } })
      return body.data.posts.map((each: { _id: string }) => each._id)
    }
    expect(await ids('quill')).toEqual([post])
    expect(await ids('quill morning')).toEqual([post])
    expect(await ids('quill evening')).toEqual([])
    await write(test.db, { system: 'setup' }, async ({ lock, update }) => {
      await update('users', await lock('users', [author]), { name: 'Renamed Person' })
    })
    expect(await ids('renamed')).toEqual([post])
    expect(await ids('quill')).toEqual([])
  })

  describe('over two hundred members', () => {
    const times = Array.from({ length: 200 }, (_, day) =>
      new Date(Date.UTC(2001, 0, 1 + day)).toISOString(),
    )
    const numbered = (index: number) => `Paged ${String(index).padStart(3, '0')}`
    beforeAll(async () => {
      await create(
        test.db,
        'users',
        ...times.map((created_at, index) => ({
          name: numbered(index),
          created_at,
          // Every fourth has no address and was never active.
          email:
            index % 4 === 0 ? null : `paged-${String(200 - index).padStart(3, '0')}@example.com`,
          last_active_at: index % 4 === 0 ? null : created_at,
          status: index % 2 === 0 ? ('active' as const) : ('inactive' as const),
        })),
      )
    })

    it.each([
      'createdAt',
      '-createdAt',
      'name',
      '-name',
      'email',
      '-email',
      'lastActiveAt',
      '-lastActiveAt',
    ])('walks every row once when sorted by %s, nothing last', async (sort) => {
      const seen: { name: string; email: string | null; createdAt: string }[] = []
      for (let page = 1; page <= 9; page += 1) {
        const { users, pagination } = await members({ search: 'paged', sort, page, limit: 25 })
        expect(pagination).toEqual({ page, limit: 25, total: 200, totalPages: 8 })
        seen.push(...users)
      }
      expect(seen).toHaveLength(200)
      expect(new Set(seen.map((user) => user.name)).size).toBe(200)
      const filled = seen.filter((user) => user.email !== null)
      if (/email|lastActive/.test(sort)) {
        expect(seen.slice(0, 150)).toEqual(filled)
      }
      const key = sort.includes('email') ? 'email' : sort.includes('name') ? 'name' : 'createdAt'
      const values = (/email|lastActive/.test(sort) ? filled : seen).map((user) => user[key] ?? '')
      const sorted = [...values].sort()
      expect(values).toEqual(sort.startsWith('-') ? sorted.reverse() : sorted)
    })

    it('takes a filter several times and counts exactly', async () => {
      const one = await members({ search: 'paged', status: 'active' })
      const both = await members({ search: 'paged', status: ['active', 'inactive'] })
      expect(one.pagination.total).toBe(100)
      expect(both.pagination.total).toBe(200)
    })

    it('answers a page past the end with an empty list', async () => {
      const { names, pagination } = await members({ search: 'paged', page: 100_000, limit: 100 })
      expect(names).toEqual([])
      expect(pagination).toMatchObject({ total: 200, totalPages: 2 })
    })
  })

  it('reads a far page from the nearer end, with the same rows', async () => {
    const tasks = Array.from({ length: 10_040 }, (_, index) => ({
      id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      title: `Far ${index}`,
      description: null,
      assignee_id: null,
      due_at: index % 3 === 0 ? null : new Date(1.7e12 + (index % 50) * 1000).toISOString(),
    }))
    await write(test.db, { system: 'seed' }, ({ insert }) => insert('tasks', tasks))
    for (const sort of ['dueAt', '-dueAt', 'title']) {
      const seen = new Set<string>()
      for (const page of [50, 51, 52, 99, 100, 101, 102]) {
        const { body } = await test.call('tasks.list', { token, query: { sort, page, limit: 100 } })
        expect(body.pagination.total).toBe(10_040)
        for (const task of body.data) seen.add(task._id)
        expect(body.data).toHaveLength(page === 101 ? 40 : page === 102 ? 0 : 100)
      }
      expect(seen.size).toBe(540)
      const near = await test.call('tasks.list', { token, query: { sort, page: 50, limit: 100 } })
      const flipped = await test.call('tasks.list', {
        token,
        query: { sort, page: 101, limit: 100 },
      })
      const whole = await test.db
        .selectFrom('tasks')
        .select('id')
        .where('title', 'like', 'Far %')
        .execute()
      expect(whole).toHaveLength(10_040)
      expect(near.body.data.at(-1)._id).not.toBe(flipped.body.data[0]._id)
    }
  })

  it('keeps its totals exact through every kind of change', async () => {
    const total = async (status: string[]) => {
      const { body } = await test.call('bills.list', { token, query: { status } })
      const counted = await test.db
        .selectFrom('bills')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('status', 'in', status as 'due'[])
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow()
      expect(body.data.pagination.total).toBe(counted.n)
      return counted.n
    }
    const ids = await create(
      test.db,
      'bills',
      { status: 'due' },
      { status: 'due' },
      { status: 'paid' },
    )
    expect(await total(['due', 'paid'])).toBe(3)
    await write(test.db, { system: 'setup' }, async ({ lock, update }) => {
      await update('bills', await lock('bills', ids.slice(0, 1)), { status: 'void' })
      await update('bills', await lock('bills', ids.slice(1, 2)), {
        deleted_at: '2026-01-01T00:00:00Z',
      })
    })
    expect(await total(['due', 'paid'])).toBe(1)
    await expect(
      write(test.db, { system: 'setup' }, async ({ lock, update }) => {
        await update('bills', await lock('bills', ids), { status: 'due' })
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await total(['due', 'paid', 'void'])).toBe(2)
    await write(test.db, { system: 'setup' }, async ({ lock, purge }) =>
      purge('bills', await lock('bills', ids)),
    )
    expect(await total(['due', 'paid', 'void'])).toBe(0)
  })

  it('asks the database at most twice for a list, once where the counter knows the total', async () => {
    const asked = (query: Record<string, unknown>) =>
      statementsOf(() => test.call('users.list', { token, query }))
    // The session is one statement of each.
    expect(await asked({ type: 'member' })).toHaveLength(2)
    expect(await asked({ search: 'paged' })).toHaveLength(3)
  })

  it('reads a page and its exact total in one flat statement, and in two behind the last page', async () => {
    const statements = await statementsOf(() => test.call('users.list', { token }))
    const [, page = ''] = statements
    expect(statements).toHaveLength(2)
    expect(page).toContain('steward_total')
    expect(page).not.toMatch(/row_number|left join \(/)
    const first = (await test.call('users.list', { token })).body.data
    let behind: typeof first
    const asked = await statementsOf(async () => {
      behind = (await test.call('users.list', { token, query: { page: 50 } })).body.data
    })
    expect(asked).toHaveLength(3)
    expect(behind.users).toEqual([])
    expect(behind.pagination.total).toBe(first.pagination.total)
  })

  it('asks the database little more for a list that sixteen windows want at once', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 4 }, async () => (await test.signIn('owner')).token),
    )
    const windows = [...tokens, ...tokens, ...tokens, ...tokens]
    const found = new Set<string>()
    const asked = await statementsOf(async () => {
      const answers = windows.map((each) => test.call('users.list', { token: each }))
      for (const { body } of await Promise.all(answers)) found.add(JSON.stringify(body.data))
    })
    expect(found.size).toBe(1)
    // One of each, and one more for all others; a slow machine begins another.
    expect(asked.length).toBeGreaterThanOrEqual(4)
    expect(asked.length).toBeLessThan(16)
  })
})
