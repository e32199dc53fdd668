import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeBySql } from '../../testing/change-by-sql.ts'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { atScale } from '../../testing/scale.ts'
import { rowsScanned } from '../../testing/scanned.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

const posts = atScale ? 100_000 : 5_000

describe.each(oneEngine)('a person with many posts on %s', (engine) => {
  let server: TestApp
  let token: string
  beforeAll(async () => {
    server = await startTestApp(engine)
    token = (await server.signIn('owner')).token
  })
  afterAll(() => server.dispose())

  test(`${posts} posts of a person are begun with no more rows than ten`, async () => {
    const [many = '', few = ''] = await create(server.db, 'users', {}, {})
    for (const [author, n] of [
      [many, posts],
      [few, 10],
    ] as const) {
      await changeBySql(server.db)`
        insert into posts (id, author_id, text, created_at)
        select gen_random_uuid(), ${author}, 'Post ' || i, now() - i * interval '1 minute'
        from generate_series(1, ${n}::int) as i
      `
    }
    await sql`analyze posts`.execute(server.db)
    const touched = (author: string, total: number) =>
      rowsScanned(server.db, async () => {
        const { body } = await server.call('posts.list', { token, query: { author, limit: 5 } })
        expect(body.data.pagination.total).toBe(total)
        expect(body.data.posts).toHaveLength(5)
      })
    const usual = await touched(few, 10)
    expect(usual).toBeGreaterThan(4)
    expect(await touched(many, posts)).toBeLessThan(usual + 50)
  }, 600_000)
})
