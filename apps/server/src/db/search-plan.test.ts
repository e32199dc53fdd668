import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postListing } from '../modules/posts/posts.store.ts'
import { engines, openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { create } from '../testing/factories.ts'
import { notDeleted, where } from './conditions.ts'
import { listPage, searchConditions } from './listing.ts'

describe.each(engines)('a search on %s', (engine) => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await openTestDatabase(engine)
    const [author_id] = await create(test.connection.db, 'users', { name: 'Quentin Quill' })
    await create(test.connection.db, 'posts', { author_id: author_id ?? null })
  })
  afterAll(() => test.dispose())

  it('finds people by their names without reading them all', async () => {
    const conditions = [notDeleted, ...searchConditions(postListing, 'quill')]
    const plan = await test.connection.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      const found = await sql`
        explain (format json)
        select t.id from posts as t ${where(conditions)}
      `.execute(tx)
      return JSON.stringify(found.rows)
    })
    expect(plan).toContain('users_search')
    expect(plan).not.toContain('Seq Scan')
  })

  it('is planned for its own word, however often it comes', async () => {
    await test.connection.db.connection().execute(async (one) => {
      const query = { page: 1, limit: 25, sort: '-createdAt' }
      for (let time = 0; time < 6; time += 1) {
        const found = await listPage(one, postListing, { ...query, search: 'quill' }, [])
        expect(found.pagination.total).toBe(1)
        await listPage(one, postListing, { ...query, search: '' }, [])
      }
      const prepared = await sql<{ statement: string }>`
        select statement from pg_prepared_statements where statement ilike '%posts%'
      `.execute(one)
      expect(prepared.rows).not.toEqual([])
      expect(prepared.rows.filter(({ statement }) => /\blike\b/.test(statement))).toEqual([])
    })
  })
})
