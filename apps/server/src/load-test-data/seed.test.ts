import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneEngine, openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { seed, seedAreas } from './seed.ts'

describe.each(oneEngine)('seed on %s', (engine) => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await openTestDatabase(engine)
  })
  afterAll(() => test.dispose())

  it('adds what was asked for, and more the second time', async () => {
    const counts = {
      users: 3000,
      posts: 60,
      events: 60,
      polls: 60,
      tasks: 60,
      bills: 60,
      shopping_posts: 60,
    }
    const total = Object.values(counts).reduce((sum, n) => sum + n, 0)
    for (const times of [1, 2]) {
      expect(await seed(test.connection, { counts })).toBe(total)
      for (const area of seedAreas) {
        const { n } = await test.connection.db
          .selectFrom(area)
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
        expect([area, n]).toEqual([area, counts[area] * times])
      }
    }
  })

  it('gives two at once addresses of their own', async () => {
    const done = await Promise.all([
      seed(test.connection, { counts: { users: 500 } }),
      seed(test.connection, { counts: { users: 500 } }),
    ])
    expect(done).toEqual([500, 500])
  })
})
