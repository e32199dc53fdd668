import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { areas } from '../../areas.ts'
import { newId } from '../../ids.ts'
import { noCounts } from '../../importer/write/run.ts'
import { folderStorage } from '../../storage/folder.ts'
import { engines, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createAdmin, createRole } from '../../testing/factories.ts'
import { granting } from '../../testing/grants.ts'
import { makePosts } from '../../testing/jobs.ts'
import { type ImportFiles, openImportFiles } from '../imports/import-files.ts'
import { createImportJob, keepImport, noteImport } from '../imports/imports.store.ts'
import { importLane } from '../imports/imports.work.ts'
import { importLimits } from '../imports/limits.ts'
import { eraseWork } from '../privacy/erasure.work.ts'
import { carryOut } from '../proposals/carry-out.ts'
import { scopesOf } from '../records/scope.store.ts'
import { openWords } from '../words/own-words.ts'
import { createJob, recordsChosen } from './batches.store.ts'
import { findJob, moveJob } from './jobs.store.ts'
import { makeRunners } from './runners.ts'
import { claimJob, type Lane, releaseJob } from './running.store.ts'

describe.each(engines)('a job that ends its server on %s', (engine) => {
  let database: TestDatabase
  let files: ImportFiles
  let person: string
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    files = await openImportFiles(folderStorage(database.config.dataDir))
    const { db } = database.connection
    const role = await createRole(
      db,
      granting('Community · Feed posts · delete', 'Operations · Tasks · import'),
    )
    person = (await createAdmin(db, role)).id
  })
  afterAll(() => database.dispose())
  beforeEach(async () => {
    await database.connection.db.deleteFrom('jobs').execute()
  })

  const makeJob = {
    records: async () => {
      const { db } = database.connection
      const ids = await makePosts(db, 3, 'to go')
      const job = { area: 'posts', action: 'delete', patch: null, startedBy: person } as const
      return await db.transaction().execute(async (tx) => {
        return (await createJob(tx, job, recordsChosen(areas.bulk.posts, job.action, { ids }))).id
      })
    },
    imports: async () => {
      const { db } = database.connection
      const id = newId()
      const file = { id, file_name: 'a.csv', size: 8, server_id: files.storageId, user_id: person }
      await writeFile(join(database.config.dataDir, 'imports', id), 'title\nA\n')
      const kept = await keepImport(db, { ...file, area: 'tasks' })
      const begun = db
        .transaction()
        .execute((tx) => createImportJob(tx, kept, { id: person }, 'import', {}))
      return (await begun) ?? ''
    },
  }
  const laneOf = (kind: keyof typeof makeJob): Lane =>
    kind === 'records' ? 'records' : { importsOf: files.storageId }
  /** Takes a job as a server does that ends at once, and is gone for longer than the lease. */
  const crashOver = async (lane: Lane) => {
    const runner = randomUUID()
    const claimed = await claimJob(database.connection.db, runner, 0, lane)
    await new Promise((done) => setTimeout(done, 2))
    return { id: claimed?.id ?? '', runner }
  }
  const look = async (id: string) => {
    const job = await findJob(database.connection.db, id)
    if (!job) throw new Error('the job is gone')
    return job
  }
  const workUntil = async (id: string, done: (status: string) => boolean) => {
    const logger = pino({ level: 'silent' })
    const { db } = database.connection
    const words = openWords(db, (error) => {
      throw error
    })
    const scopeOf = scopesOf(areas.all)
    const lane = importLane({ db, files, limits: importLimits }, { db, areas, scopeOf, words })
    const proposals = carryOut({ db, areas })
    const config = { sessionIdleMinutes: 0, databaseUrl: 'postgres://shared' }
    const { dataDir } = database.config
    const erasures = eraseWork({ db, storage: folderStorage(dataDir), dataDir })
    const services = { db, areas, scopeOf, config, mailUsers: () => {}, proposals, erasures }
    const runners = makeRunners(services, lane, logger)
    runners.start()
    while (!done((await look(id)).status)) await new Promise((next) => setTimeout(next, 20))
    await runners.stop()
  }
  const atRest = (status: string) => !['waiting', 'running'].includes(status)

  test.each(['records', 'imports'] as const)(
    'class: crash loop: of %s is stopped with its reason after three starts, and can be resumed',
    async (kind) => {
      const id = await makeJob[kind]()
      for (let crash = 0; crash < 3; crash += 1) {
        expect((await crashOver(laneOf(kind))).id).toBe(id)
      }
      await workUntil(id, atRest)
      expect(await look(id)).toMatchObject({
        status: 'stopped',
        reason: expect.stringMatching(/stopped 3 times while working on this/),
        translatable: { template: expect.stringContaining('{times, plural'), params: { times: 3 } },
      })
      await moveJob(database.connection.db, id, ['stopped'], 'waiting')
      await workUntil(id, atRest)
      expect(await look(id)).toMatchObject({ status: 'done', starts_without_progress: 0 })
    },
  )

  test.each(['records', 'imports'] as const)(
    'class: crash loop: of %s counts no graceful stop, and goes on after two crashes',
    async (kind) => {
      const id = await makeJob[kind]()
      await crashOver(laneOf(kind))
      await crashOver(laneOf(kind))
      // Taken and given back, as often as one likes.
      for (let stop = 0; stop < 5; stop += 1) {
        const { runner } = await crashOver(laneOf(kind))
        await releaseJob(database.connection.db, id, runner)
      }
      expect((await look(id)).starts_without_progress).toBe(2)
      await workUntil(id, atRest)
      expect(await look(id)).toMatchObject({ status: 'done' })
    },
  )

  test('is taken up where the lease of the dead server was given before the clock was set back', async () => {
    const { db } = database.connection
    const id = await makeJob.records()
    await claimJob(db, randomUUID(), 5_000, 'records')
    expect(await claimJob(db, randomUUID(), 5_000, 'records')).toBe(undefined)
    await sql`update jobs set lease_until = lease_until + interval '1 hour'`.execute(db)
    expect((await claimJob(db, randomUUID(), 5_000, 'records'))?.id).toBe(id)
  })

  test('class: crash loop: an import makes progress only where no run has come before', async () => {
    const { db } = database.connection
    const id = await makeJob.imports()
    const runTo = async (bytes: number) => {
      const { runner } = await crashOver(laneOf('imports'))
      const before = { added: 0, overwritten: 0 }
      await noteImport(db, id, runner, 0, before, { ...noCounts(), read: 1, bytes })
      await new Promise((done) => setTimeout(done, 2))
      return (await look(id)).starts_without_progress
    }
    expect(await runTo(5)).toBe(0)
    expect(await runTo(5)).toBe(1)
    expect(await runTo(4)).toBe(2)
    expect(await runTo(6)).toBe(0)
  })
})
