import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

const posts = process.env.STEWARD_SCALE === '1' ? 100_000 : 5_000

describe.each(engines)('a person with many posts on %s', (engine) => {
  let server: TestApp
  let token: string
  beforeAll(async () => {
    server = await startTestApp(engine)
    token = (await server.signIn('owner')).token
  })
  afterAll(() => server.dispose())

  test(`${posts} posts of a person take no longer to begin with than ten`, async () => {
    const [many = '', few = ''] = await create(server.db, 'users', {}, {})
    for (const [author, n] of [
      [many, posts],
      [few, 10],
    ] as const) {
      await sql`
        insert into posts (id, author_id, text, created_at)
        select gen_random_uuid(), ${author}, 'Post ' || i, now() - i * interval '1 minute'
        from generate_series(1, ${n}::int) as i
      `.execute(server.db)
    }
    await sql`analyze posts`.execute(server.db)
    const best = async (author: string, total: number) => {
      let least = Number.POSITIVE_INFINITY
      for (let i = 0; i < 25; i += 1) {
        const begun = performance.now()
        const { body } = await server.call('posts.list', { token, query: { author, limit: 5 } })
        least = Math.min(least, performance.now() - begun)
        expect(body.data.pagination.total).toBe(total)
        expect(body.data.posts).toHaveLength(5)
      }
      return least
    }
    const usual = await best(few, 10)
    expect(await best(many, posts)).toBeLessThan(usual * 2 + 5)
  }, 600_000)
})
