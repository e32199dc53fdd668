import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { citusUrl } from '../../testing/citus.ts'
import { oneEngine, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { checkCounters } from './check-at-start.ts'
import { rebuildCounters } from './verify.ts'

describe.each(oneEngine)('the look at counters after a start, on %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    await create(database.connection.db, 'tasks', {}, {})
  })
  afterAll(() => database.dispose())

  const told = async () => {
    const { db } = database.connection
    const words: string[] = []
    await checkCounters(
      db,
      (level, text) => words.push(`${level}: ${text}`),
      (error) => words.push(String(error)),
    )
    return words
  }

  test('says nothing where all are exact, and tells who wrote past Steward', async () => {
    const { db } = database.connection
    expect(await told()).toEqual([])
    await sql`delete from tasks where id = (select min(id::text)::uuid from tasks)`.execute(db)
    expect(await told()).toEqual([
      expect.stringMatching(
        /^warn: The counter of tasks, .*, says 2, and there are 1\. Somebody has written past Steward/,
      ),
    ])
    await rebuildCounters(db)
    expect(await told()).toEqual([])
  })

  test('leaves out a table that is too large', async () => {
    const { db } = database.connection
    const enlarge = `update pg_class set reltuples = 2000000 where oid = '%s'::regclass`
    await (citusUrl
      ? sql`select run_command_on_shards('posts', ${enlarge})`
      : sql.raw(enlarge.replace('%s', 'posts'))
    ).execute(db)
    expect(await told()).toEqual([
      expect.stringMatching(/^info: the counters of posts are not checked/),
    ])
  })
})
