import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '../../areas.ts'
import { createJob, recordsChosen } from '../../modules/jobs/batches.store.ts'
import { claimJob, holdJob } from '../../modules/jobs/running.store.ts'
import { runCommand } from '../../testing/command-line.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createAdmin } from '../../testing/factories.ts'
import { makePosts } from '../../testing/jobs.ts'
import { UsageError } from '../command.ts'
import { jobsCommand } from './jobs.ts'

// The database stays open here meanwhile, as it does in a running server. One engine is enough: how
// the other one is opened is what every command has in common.
describe('steward jobs', () => {
  let database: TestDatabase
  let job: string
  const runner = randomUUID()
  beforeAll(async () => {
    database = await openTestDatabase('embedded')
    const { db } = database.connection
    const { id: startedBy } = await createAdmin(db, null, { name: 'Ada \u001b[31m' })
    const ids = await makePosts(db, 2, 'x')
    const made = { area: 'posts', action: 'delete', patch: null, startedBy } as const
    job = await db.transaction().execute(async (tx) => {
      return (await createJob(tx, made, recordsChosen(areas.bulk.posts, made.action, { ids }))).id
    })
    await claimJob(db, runner, 60_000, 'records')
  })
  afterAll(() => database.dispose())

  const run = (...words: string[]) => runCommand(database.config, ['jobs', ...words])

  test('lists and shows a job, and cancels it under the server that works on it', async () => {
    const listed = await run('list')
    expect(listed).toMatchObject({ code: 0, err: '' })
    expect(listed.out).toContain(`${job}  running    delete posts: 0 %`)
    const shown = await run('show', job)
    expect(shown.out).toContain('started by Ada')
    expect(shown.out).not.toContain('\u001b')
    expect(await run('cancel', job)).toMatchObject({ code: 0 })
    expect(await holdJob(database.connection.db, job, runner, 1)).toBeUndefined()
    expect((await run('list')).out).toBe('No unfinished jobs.\n')
    expect(JSON.parse((await run('list', '--all', '--json')).out)).toMatchObject([
      { _id: job, status: 'cancelled' },
    ])
  })

  test('says what it takes', async () => {
    for (const words of [['constructor'], ['cancel'], ['list', job], ['cancel', job, '--json']]) {
      await expect(jobsCommand.run(words)).rejects.toThrow(UsageError)
    }
  })
})
