import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { analyze } from '../../db/analyze.ts'
import { foldDeltas } from '../../db/deltas.ts'
import { engines } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { rowsScanned } from '../../testing/scanned.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

const day = 86_400_000
/** So many days ago, at noon in UTC. */
const ago = (days: number) =>
  new Date(Math.floor(Date.now() / day) * day - days * day + day / 2).toISOString()
const gone = { deleted_at: new Date().toISOString() }

describe.each(engines)('the dashboard on %s', (engine) => {
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
    expect(counts).toMatchObject({ users: 7, admins: 1, businessUsers: 2, members: 4 })
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
    expect(trends.since).toBe(new Date(Math.floor(Date.now() / day) * day - 29 * day).toISOString())
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
