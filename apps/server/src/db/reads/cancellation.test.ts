import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'
import { beginReading, Cancelled, readWithin, TookTooLong, whileAwaited } from './cancellation.ts'

const postgresql = engines.filter((engine) => engine === 'postgresql')

describe.each(engines)('what is read on %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase(engine)
  })
  afterAll(() => database.dispose())

  test('is what it is where nothing cancels it', async () => {
    const read = () => sql<{ n: number }>`select 1 as n`.execute(database.connection.db)
    expect((await readWithin(60_000, '', read)).rows).toEqual([{ n: 1 }])
    const { result } = beginReading(read)
    expect((await result).rows).toEqual([{ n: 1 }])
  })

  test('is not begun any more once nobody waits, while other work goes on', async () => {
    const { db } = database.connection
    const gone = new AbortController()
    const write = () => sql`create table if not exists kept (n int)`.execute(db)
    const read = () => sql`select count(*) from kept`.execute(db)
    await whileAwaited(gone.signal, async () => {
      gone.abort()
      await write()
      await expect(readWithin(60_000, '', read)).rejects.toBeInstanceOf(Cancelled)
      // Outside of what is only read, nothing is cancelled.
      expect((await read()).rows).toHaveLength(1)
    })
    await sql`drop table kept`.execute(db)
  })

  test('waits no longer for its turn once nobody waits for it', async () => {
    const { db } = database.connection
    const count = () => sql<{ n: number }>`select count(*) as n from posts`.execute(db)
    const gone = new AbortController()
    // Connections that are open already: one that is being opened is waited for.
    await Promise.all(Array.from({ length: 4 }, count))
    await db.transaction().execute(async (tx) => {
      await sql`lock table posts in access exclusive mode`.execute(tx)
      const waiting = whileAwaited(gone.signal, () => readWithin(60_000, '', count))
      const refused = expect(waiting).rejects.toThrow()
      setTimeout(() => gone.abort(), 50)
      // The lock is not given back before.
      await refused
    })
    // The connections that were dropped, or cancelled on, are whole.
    const counts = Array.from({ length: 20 }, count)
    for (const { rows } of await Promise.all(counts)) expect(rows).toEqual([{ n: 0 }])
  })
})

describe.each(postgresql)('a query that takes too long on %s', (engine) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    token = (await app.signIn('owner')).token
  })
  afterAll(() => app.dispose())

  const asked = async (words: string) => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from pg_stat_activity
      where datname = current_database() and state = 'active' and query like ${`%${words}%`}
        and pid <> pg_backend_pid()`.execute(app.db)
    return rows[0]?.n
  }

  test('is cancelled in the database, with advice', async () => {
    const { db } = app
    const slow = () => sql`select pg_sleep(600), 'slow one'`.execute(db)
    await expect(readWithin(50, 'Try less.', slow)).rejects.toThrow(new TookTooLong('Try less.'))
    expect(await asked('slow one')).toBe(0)
  })

  test('is cancelled where another answer makes it useless', async () => {
    const { db } = app
    const { result, drop } = beginReading(() => sql`select pg_sleep(600), 'useless'`.execute(db))
    await expect.poll(() => asked('useless')).toBe(1)
    drop()
    await expect(result).rejects.toMatchObject({ code: '57014' })
    expect(await asked('useless')).toBe(0)
  })

  /** Calls while nobody can read posts. */
  const whileLocked = async (work: () => Promise<void>) => {
    await app.db.transaction().execute(async (tx) => {
      await sql`lock table posts in access exclusive mode`.execute(tx)
      await work()
    })
  }

  test('ends with the request: the caller who leaves takes the query along', async () => {
    const address = await app.app.listen({ host: '127.0.0.1', port: 0 })
    await whileLocked(async () => {
      const typedOn = new AbortController()
      const list = fetch(`${address}/api/admin/post-feed?search=market`, {
        headers: { authorization: `Bearer ${token}` },
        signal: typedOn.signal,
      })
      await expect.poll(() => asked('"posts"')).toBeGreaterThan(0)
      typedOn.abort()
      await expect(list).rejects.toThrow()
      await expect.poll(() => asked('"posts"')).toBe(0)
    })
  })

  test('of a list is a 503 that says what to narrow', async () => {
    await whileLocked(async () => {
      const searched = app.call('posts.list', { token, query: { search: 'market' } })
      const { status, body, headers } = await app.call('posts.list', {
        token,
        query: { from: '2020-01-01' },
      })
      expect([status, body.code, headers['retry-after']]).toEqual([503, 'not_ready', '5'])
      expect(body.message).toBe(
        'This took too long and was stopped. Set another filter, or go to an earlier page.',
      )
      expect((await searched).body.message).toBe(
        'This took too long and was stopped. Search for a longer word, or set a filter beside it.',
      )
      await expect.poll(() => asked('"posts"')).toBe(0)
    })
  }, 30_000)
})
