import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '../../areas.ts'
import { folderStorage } from '../../storage/folder.ts'
import { oneEngine } from '../../testing/database.ts'
import { create, createAdmin, createRole, nextNumber } from '../../testing/factories.ts'
import { granting, named } from '../../testing/grants.ts'
import { jobEnd } from '../../testing/jobs.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'
import { createJob, recordsChosen } from '../jobs/batches.store.ts'
import { workBatch } from '../jobs/work.ts'
import { eraseWork } from '../privacy/erasure.work.ts'
import { carryOut } from '../proposals/carry-out.ts'
import { scopesOf } from '../records/scope.store.ts'

describe.each(oneEngine)('many people at once on %s', (engine) => {
  let app: TestApp
  let owner: { token: string; userId: string; roleId: string }
  beforeAll(async () => {
    app = await startTestApp(engine)
    owner = await app.signIn('owner')
  })
  afterAll(() => app.dispose())

  const start = (body: object, token = owner.token) =>
    app.call('jobs.create', { token, body: { area: 'users', ...body } })
  const run = async (body: object, token = owner.token) => {
    const answer = await start(body, token)
    expect([answer.status, answer.body.errors]).toEqual([201, undefined])
    mustFitContract('jobs.create', answer.body)
    const job = await jobEnd(app, token, answer.body.data._id)
    const params = { id: job._id }
    const { body: told } = await app.call('jobs.failures', { token, params })
    const failures = Object.fromEntries(
      told.data.failures.map((each: { name: string; message: string }) => [
        each.name,
        each.message,
      ]),
    )
    return { job, failures }
  }
  const domain = () => `spam-${nextNumber()}.example`
  /** Makes members of one mail domain. @returns their ids */
  const members = async (at: string, count: number, fields: object = {}) =>
    await create(
      app.db,
      'users',
      ...Array.from({ length: count }, (_, i) => ({
        name: `Spam ${i}`,
        email: `m${i}@${at}`,
        type: 'member' as const,
        ...fields,
      })),
    )
  const people = async (ids: readonly string[]) =>
    await app.db.selectFrom('users').selectAll().where('id', 'in', ids).orderBy('id').execute()
  const statuses = async (ids: readonly string[]) => [
    ...new Set((await people(ids)).map(({ status }) => status)),
  ]

  test('300 of one mail domain are found, deactivated, and brought back whole', async () => {
    const at = domain()
    const ids = await members(at, 300)
    const [bystander = ''] = await members(domain(), 1)
    const query = { search: `@${at}`, type: 'member' }
    const deactivate = { action: 'status', patch: { status: 'inactive' }, all: { query } }
    const { job } = await run(deactivate)
    expect(job).toMatchObject({ status: 'done', total: 300, changed: 300, failed: 0 })
    expect(await statuses(ids)).toEqual(['inactive'])
    expect(await statuses([bystander])).toEqual(['active'])
    expect((await start(deactivate)).status).toBe(409)

    const undone = await app.call('auditLog.undo', { token: owner.token, params: { id: job._id } })
    expect(undone.body).toMatchObject({ message: '300 changes undone', data: { left: [] } })
    expect(await statuses(ids)).toEqual(['active'])
  })

  test('whoever the rules protect is named with the sentence, and the rest is done', async () => {
    const token = await app.signIn(
      named(
        'Users · Admins · list',
        'Users · Admins · status',
        'Users · Members · list',
        'Users · Members · status',
      ),
    )
    const strongRole = await createRole(app.db, granting('Operations · Bills · delete'))
    const strong = await createAdmin(app.db, strongRole)
    const weak = await createAdmin(app.db, null)
    const [member = '', business = '', gone = ''] = await create(
      app.db,
      'users',
      { name: 'A member', type: 'member' },
      { name: 'A business', type: 'business' },
      { name: 'Gone', type: 'member', deleted_at: new Date().toISOString() },
    )
    const [own, owners, strongs] = await people([token.userId, owner.userId, strong.id]).then(
      (found) =>
        [token.userId, owner.userId, strong.id].map(
          (id) => found.find((each) => each.id === id)?.name ?? '',
        ),
    )
    const ids = [
      token.userId,
      owner.userId,
      strong.id,
      weak.id,
      member,
      business,
      gone,
      randomUUID(),
    ]
    const { job, failures } = await run(
      { action: 'status', patch: { status: 'inactive' }, ids },
      token.token,
    )
    expect(job).toMatchObject({ status: 'done', changed: 2, failed: 6 })
    expect(failures).toEqual({
      [own ?? '']: expect.stringContaining('can’t deactivate your own account'),
      [owners ?? '']: expect.stringContaining('is an owner, so only an owner can change'),
      [strongs ?? '']: expect.stringContaining('Operations · Bills · delete'),
      Gone: expect.stringContaining('has been deleted. Restore the account first'),
      // Whoever may not be listed, and whoever never was, are one to whoever asks.
      null: 'You don’t have access to this record, so the reason isn’t shown.',
    })
    expect(await statuses([weak.id, member])).toEqual(['inactive'])
    expect(await statuses([token.userId, owner.userId, strong.id, business])).toEqual(['active'])
  })

  test('a list of several types needs the permission for each that it shows', async () => {
    const { token } = await app.signIn(
      named('Users · Members · list', 'Users · Members · delete', 'Users · Business users · list'),
    )
    const at = domain()
    await members(at, 2)
    const all = (query: object) => start({ action: 'delete', all: { query } }, token)
    const refused = await all({ search: at })
    expect(refused.status).toBe(403)
    expect(refused.body.message).toContain('Users · Business users · delete')
    expect((await all({ search: at, type: 'member' })).status).toBe(201)
    expect((await all({ search: at, type: 'nobody' })).status).toBe(422)
    const ids = [randomUUID()]
    const { token: none } = await app.signIn(named('Users · Members · list'))
    for (const action of ['delete', 'restore', 'purge']) {
      expect((await start({ action, ids }, none)).status).toBe(403)
    }
    const feed = { action: 'feed', patch: { status: 'inactive' }, ids }
    expect((await start(feed, none)).status).toBe(403)
    expect((await start({ action: 'status', patch: { status: 'pending' }, ids })).status).toBe(422)
    expect((await start({ action: 'role', ids })).status).toBe(422)
  })

  test('sessions end with the batch, and a deleted account can come back and go for good', async () => {
    const role = await createRole(app.db, granting('Users · Members · list'))
    const admin = await createAdmin(app.db, role)
    const signedIn = async () => {
      const { body } = await app.call('session.login', { body: admin })
      return body.data.token as string
    }
    const lists = async (token: string) => (await app.call('users.list', { token })).status
    const token = await signedIn()
    expect(await lists(token)).toBe(200)
    const ids = [admin.id]
    await run({ action: 'status', patch: { status: 'inactive' }, ids })
    expect(await lists(token)).toBe(401)
    await run({ action: 'status', patch: { status: 'active' }, ids })
    expect(await lists(token)).toBe(401)
    const again = await signedIn()
    await run({ action: 'delete', ids })
    expect(await lists(again)).toBe(401)

    const [taken = ''] = await create(app.db, 'users', {
      name: 'Twin',
      type: 'member',
      email: admin.email,
      deleted_at: new Date().toISOString(),
    })
    const { job, failures } = await run({ action: 'restore', ids: [admin.id, taken] })
    expect(job).toMatchObject({ changed: 1, failed: 1 })
    expect(Object.values(failures)[0]).toContain('Another account now uses this e-mail address')
    expect((await app.call('session.login', { body: admin })).status).toBe(401)
    const purge = await run({ action: 'purge', ids: [admin.id, taken] })
    expect(purge.job).toMatchObject({ changed: 1, failed: 1 })
    expect((await people([admin.id, taken])).length).toBe(1)
  })

  test('a role is given within one’s own, to admins whose address is confirmed', async () => {
    const holds = named(
      'Users · Admins · list',
      'Users · Admins · update',
      'Users · Members · list',
      'Users · Members · view',
    )
    const { token } = await app.signIn(holds)
    const role = await createRole(app.db, granting('Users · Members · view'))
    const strong = await createRole(app.db, granting('Operations · Bills · delete'))
    const plain = await createAdmin(app.db, null)
    const [waiting = '', member = ''] = await create(
      app.db,
      'users',
      {
        name: 'Waits',
        email: `waits@${domain()}`,
        type: 'admin',
        status: 'pending',
        email_confirmed: false,
      },
      { name: 'No admin', type: 'member' },
    )
    const give = (id: string, as = token) =>
      run({ action: 'role', patch: { role: id }, ids: [plain.id, waiting, member] }, as)
    const { job, failures } = await give(role)
    expect(job).toMatchObject({ changed: 1, failed: 2, patch: { role } })
    expect(failures).toMatchObject({
      Waits: expect.stringContaining('hasn’t confirmed their e-mail address'),
      'No admin': expect.stringContaining('Only admins have a role'),
    })
    expect((await give(strong)).job).toMatchObject({ changed: 0, failed: 3 })
    const owners = await give(owner.roleId, owner.token)
    expect(owners.job).toMatchObject({ changed: 0, failed: 3 })
    expect(Object.values(owners.failures).join(' ')).toContain(
      'you must confirm with your password',
    )
    expect((await people([plain.id]))[0]?.role_id).toBe(role)
  })

  test('the shopping feed of the last active owner can be closed, as by the single call', async () => {
    const feed = async (status: string) => {
      const { job } = await run({ action: 'feed', patch: { status }, ids: [owner.userId] })
      return [job.changed, job.failed]
    }
    expect(await feed('inactive')).toEqual([1, 0])
    expect(await feed('active')).toEqual([1, 0])
  })

  test('a job whose server ends after a batch goes on with the next, and does nobody twice', async () => {
    const ids = await members(domain(), 300)
    const job = {
      area: 'users',
      action: 'feed',
      patch: { status: 'inactive' },
      startedBy: owner.userId,
    } as const
    // Not at work: the servers of this test are told of no job.
    const kept = await app.db.transaction().execute(async (tx) => {
      const made = await createJob(tx, job, recordsChosen(areas.bulk.users, job.action, { ids }))
      const runner = randomUUID()
      await sql`update jobs set runner = ${runner}, status = 'running', started_at = now(),
        lease_until = clock_timestamp() + interval '3 seconds' where id = ${made.id}`.execute(tx)
      return { ...made, runner }
    })
    const [row] = await app.db.selectFrom('jobs').selectAll().where('id', '=', kept.id).execute()
    if (!row) throw new Error('no job')
    const proposals = carryOut({ db: app.db, areas })
    const config = { sessionIdleMinutes: 0, databaseUrl: undefined }
    const { dataDir } = app.config
    const scopeOf = scopesOf(areas.all)
    const storage = folderStorage(dataDir)
    const erasures = eraseWork({ db: app.db, storage, dataDir })
    const services = {
      db: app.db,
      areas,
      scopeOf,
      config,
      mailUsers: () => {},
      proposals,
      erasures,
    }
    expect(await workBatch(services, row, kept.runner, 0)).toBe('more')
    const done = await jobEnd(app, owner.token, kept.id)
    expect(done).toMatchObject({ status: 'done', changed: 300, unchanged: 0, failed: 0 })
    const after = await people(ids)
    expect(after.every((each) => each.shopping_feed_status === 'inactive')).toBe(true)
    expect([...new Set(after.map(({ version }) => version))]).toEqual([2])
  })
})
