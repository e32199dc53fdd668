import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { areas } from '../../areas.ts'
import { oneEngine, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createAdmin, createRole } from '../../testing/factories.ts'
import { makePosts } from '../../testing/jobs.ts'
import { createJob, recordsChosen } from './batches.store.ts'
import { findJob } from './jobs.store.ts'
import { JobRunner } from './runner.ts'
import { endJob } from './running.store.ts'

describe.each(oneEngine)('a job whose batches fail on %s', (engine) => {
  let database: TestDatabase
  let id: string
  beforeAll(async () => {
    database = await openTestDatabase(engine)
  })
  afterAll(() => database.dispose())
  beforeEach(async () => {
    const { db } = database.connection
    await db.deleteFrom('jobs').execute()
    const startedBy = (await createAdmin(db, await createRole(db, []))).id
    const ids = await makePosts(db, 3, 'to go')
    const job = { area: 'posts', action: 'delete', patch: null, startedBy } as const
    id = await db
      .transaction()
      .execute(
        async (tx) =>
          (await createJob(tx, job, recordsChosen(areas.bulk.posts, job.action, { ids }))).id,
      )
  })

  /** Works on it with batches that fail so often, and then are done. @returns how it ended */
  const workFailing = async (times: number, error: Error) => {
    const { db } = database.connection
    let failed = 0
    const runner = new JobRunner(db, {
      lane: 'records',
      tidy: async () => {},
      alone: false,
      logger: pino({ level: 'silent' }),
      idleMs: 10,
      leaseMs: 20,
      outageMs: 10,
      work: async (job, name) => {
        failed += 1
        if (failed <= times) throw error
        await endJob(db, job.id, name, 'done', null)
        return 'ended'
      },
    })
    runner.start()
    const status = async () => (await findJob(db, id))?.status
    await expect.poll(status, { timeout: 30_000 }).toMatch(/done|stopped/)
    await runner.stop()
    return await findJob(db, id)
  }

  test.each([
    ['a full disk of the database', Object.assign(new Error('No space left'), { code: '53100' })],
    ['a full disk of the files', Object.assign(new Error('No space left'), { code: 'ENOSPC' })],
    ['a database that is away', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })],
    ['a connection that broke', new Error('Connection terminated unexpectedly')],
  ])('waits out %s, however long it takes', async (_what, error) => {
    expect(await workFailing(20, error)).toMatchObject({ status: 'done', reason: null })
  })

  test('is not taken for one that ends its server where an outage keeps it from being given back', async () => {
    const { db } = database.connection
    await sql`create function test_full_disk() returns trigger language plpgsql
      as $$ begin raise exception using errcode = '53100'; end $$`.execute(db)
    await sql`create trigger test_full_disk before update on jobs for each row
      when (new.runner is null and new.status = 'running') execute function test_full_disk()`.execute(
      db,
    )
    const over = wait(1_500).then(() => sql`drop function test_full_disk cascade`.execute(db))
    const error = Object.assign(new Error('No space left'), { code: '53100' })
    expect(await workFailing(5, error)).toMatchObject({ status: 'done' })
    await over
  })

  test('class: a queue filled by one person: people take turns, and each of their jobs in turn', async () => {
    const { db } = database.connection
    await db.deleteFrom('jobs').execute()
    const role = await createRole(db, [])
    const people = [await createAdmin(db, role), await createAdmin(db, role)]
    const [many = '', few = ''] = people.map((person) => person.id)
    const ids = await makePosts(db, 1, 'in turn')
    const keep = (startedBy: string) =>
      db.transaction().execute(async (tx) => {
        const job = { area: 'posts', action: 'delete', patch: null, startedBy } as const
        return (await createJob(tx, job, recordsChosen(areas.bulk.posts, job.action, { ids }))).id
      })
    for (let n = 0; n < 5; n += 1) await keep(many)
    const colleagues = await keep(few)
    const turns: { by: string; job: string }[] = []
    const left = new Map<string, number>()
    const runner = new JobRunner(db, {
      lane: 'records',
      tidy: async () => {},
      alone: false,
      logger: pino({ level: 'silent' }),
      idleMs: 10,
      turnMs: 1,
      // Three batches each, each of which takes all of its turn.
      work: async ({ id, started_by }, name) => {
        turns.push({ by: started_by, job: id })
        const batches = left.get(id) ?? 3
        left.set(id, batches - 1)
        await wait(2)
        if (batches > 1) return 'more'
        await endJob(db, id, name, 'done', null)
        return 'ended'
      },
    })
    runner.start()
    await expect.poll(() => turns.length, { timeout: 30_000 }).toBe(18)
    await runner.stop()
    const last = turns.findLastIndex(({ by }) => by === few)
    // Of the three turns that it takes, none waits for more than one of the other person's.
    expect(turns.slice(0, last + 1).filter(({ by }) => by === many).length).toBeLessThanOrEqual(3)
    expect(turns.filter(({ job }) => job === colleagues)).toHaveLength(3)
    const others = turns.filter(({ by }) => by === many).map(({ job }) => job)
    expect(new Set(others.slice(0, 5)).size).toBe(5)
  })

  test('is tried again where something else goes wrong four times', async () => {
    const error = Object.assign(new Error('division by zero'), { code: '22012' })
    expect(await workFailing(4, error)).toMatchObject({ status: 'done' })
  })

  test('is stopped with a reason where it goes wrong a fifth time', async () => {
    const error = Object.assign(new Error('division by zero'), { code: '22012' })
    expect(await workFailing(5, error)).toMatchObject({
      status: 'stopped',
      reason: expect.stringContaining('Something kept going wrong'),
    })
  })
})
