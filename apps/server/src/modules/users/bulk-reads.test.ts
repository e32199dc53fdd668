import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'
import { bulkReadOf, countsShownPeople } from './bulk-reads.ts'

const limit = 100

describe.each(oneEngine)('reading people in bulk on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
    const members = Array.from({ length: bulkReadOf }, () => ({ type: 'member' as const }))
    await create(app.db, 'users', ...members)
  })
  afterAll(() => app.dispose())

  const told = async (token: string) => {
    const query = { action: 'export', area: 'users' }
    const { body } = await app.call('auditLog.list', { token, query })
    return body.data.entries
  }
  const read = (token: string, page: number) =>
    app.call('users.list', { token, query: { type: 'member', limit, page } })

  test('is told once a session has been shown a thousand different people', async () => {
    const { token, userId } = await app.signIn('owner')
    for (let again = 0; again < 12; again += 1) await read(token, 1)
    for (let page = 2; page < bulkReadOf / limit; page += 1) await read(token, page)
    expect(await told(token)).toEqual([])
    await read(token, bulkReadOf / limit)
    expect(await told(token)).toMatchObject([
      {
        actor: { _id: userId },
        detail: 'Read in lists within an hour',
        after: { rows: bulkReadOf },
        record: null,
      },
    ])
  })

  test('counts together who was shown in a list and in a search', async () => {
    const { token, userId } = await app.signIn('owner')
    const before = (await told(token)).length
    await create(app.db, 'users', { type: 'business', name: 'Xylophone' })
    for (let page = 1; page < bulkReadOf / limit; page += 1) await read(token, page)
    const sorted = { type: 'member', limit: limit - 1, page: 1, sort: 'createdAt' }
    await app.call('users.list', { token, query: sorted })
    expect(await told(token)).toHaveLength(before)
    const found = await app.call('search.everywhere', { token, query: { search: 'Xylophone' } })
    expect(found.body.data.results).toHaveLength(1)
    const [entry] = await told(token)
    expect(entry).toMatchObject({ actor: { _id: userId }, after: { rows: bulkReadOf } })
  })

  test('counts anew after an hour, and holds a bounded number of sessions', async () => {
    let now = 0
    const countShown = countsShownPeople(app.db, () => now)
    const { token, userId } = await app.signIn('owner')
    const before = (await told(token)).length
    const session = (id: string) =>
      ({ id, user: { id: userId }, role: { id: userId }, address: '::1' }) as Parameters<
        typeof countShown
      >[0]
    const people = Array.from({ length: bulkReadOf - 1 }, (_, n) => ({
      id: `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`,
    }))
    const oneMore = [{ id: 'ffffffff-ffff-7fff-8fff-ffffffffffff' }]
    await countShown(session('a'), people)
    now += 61 * 60 * 1000
    await countShown(session('a'), oneMore)
    await countShown(session('b'), people)
    for (let n = 0; n < 500; n += 1) await countShown(session(`other ${n}`), [])
    await countShown(session('b'), oneMore)
    expect(await told(token)).toHaveLength(before)
    await countShown(session('b'), people)
    expect(await told(token)).toHaveLength(before + 1)
  })
})
