import { type SqlBool, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import type { Condition } from '../filters/conditions.ts'
import { type Listing, plain } from '../list/listing.ts'
import { listPage } from '../list/page.ts'

const tasks: Listing = {
  table: 'tasks',
  columns: sql`t.id`,
  sorts: { title: { by: plain('title') } },
}

/** A condition that takes too long at one row. */
const slowAt = (title: string): Condition[] => [
  { sql: sql<SqlBool>`(t.title <> ${title} or pg_sleep(600) is not null)` },
]

describe.each(oneEngine)('a total that takes too long to count on %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    const { db } = database.connection
    await create(db, 'tasks', { title: 'First' })
    for (let n = 0; n < 10; n += 1)
      await create(
        db,
        'tasks',
        ...Array.from({ length: 1_000 }, (_, m) => ({ title: `${n} ${m}` })),
      )
    await create(db, 'tasks', { title: 'Last' })
  })
  afterAll(() => database.dispose())

  const totalBeside = async (condition: Condition[]) => {
    const query = { page: 1, limit: 25, sort: 'title', search: '', total: 'only' as const }
    return (await listPage(database.connection.db, tasks, query, condition)).pagination
  }

  test('is at least the first ten thousand, and is exact where that is all', async () => {
    expect(await totalBeside(slowAt('None'))).toEqual({
      page: 1,
      limit: 25,
      total: 10_002,
      totalPages: 401,
    })
    expect(await totalBeside(slowAt('Last'))).toEqual({
      page: 1,
      limit: 25,
      total: 10_000,
      totalPages: 400,
      exact: false,
    })
  })
})
