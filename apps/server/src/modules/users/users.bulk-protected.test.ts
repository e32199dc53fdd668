import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { create, createAdmin, createRole } from '../../testing/factories.ts'
import { granting, named } from '../../testing/grants.ts'
import { jobEnd } from '../../testing/jobs.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

const deleted_at = '2026-01-01T00:00:00.000Z'

describe.each(oneEngine)('whom a job leaves alone on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.dispose())

  /** Runs a job over people. @returns how many it changed, and why it did not change the others */
  const run = async (token: string, body: object) => {
    const begun = await app.call('jobs.create', { token, body: { area: 'users', ...body } })
    expect(begun.status).toBe(201)
    const { _id: id, changed } = await jobEnd(app, token, begun.body.data._id)
    const { body: told } = await app.call('jobs.failures', { token, params: { id } })
    const failures = told.data.failures.map((each: { _id: string; message: string }) => [
      each._id,
      each.message,
    ])
    return { changed, failures: Object.fromEntries(failures) }
  }
  const left = async (ids: readonly string[]) =>
    await app.db
      .selectFrom('users')
      .select(['id', 'role_id', 'deleted_at'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute()

  test.each([
    ['restore', 'delete'],
    ['purge', 'purge'],
  ])('%s leaves admins who may do more than who asks, and owners', async (action, needs) => {
    const own = ['Users · Admins · list', `Users · Admins · ${needs}`]
    const { token } = await app.signIn(named(...own))
    const owner = await app.signIn('owner')
    const within = await createAdmin(app.db, await createRole(app.db, granting(...own)), {
      deleted_at,
    })
    const strongRole = await createRole(app.db, granting('Operations · Bills · delete'))
    const strong = await createAdmin(app.db, strongRole, { deleted_at })
    const gone = await createAdmin(app.db, owner.roleId, { deleted_at })
    const protects = [strong.id, gone.id]
    const before = await left(protects)
    const ids = [within.id, ...protects]
    const { changed, failures } = await run(token, { action, ids })
    expect(changed).toBe(1)
    expect(failures).toEqual({
      [strong.id]: expect.stringContaining('Operations · Bills · delete'),
      [gone.id]: expect.stringContaining('is an owner'),
    })
    expect(await left(protects)).toEqual(before)
  })

  test('a role that is deleted is given to nobody', async () => {
    const owner = await app.signIn('owner')
    const [role = ''] = await create(app.db, 'roles', { status: 'deleted', permissions: [] })
    const [plain, other] = [await createAdmin(app.db, null), await createAdmin(app.db, null)]
    const ids = [plain.id, other.id]
    const job = { action: 'role', patch: { role }, ids }
    const message = 'There is no such role.'
    expect(await run(owner.token, job)).toEqual({
      changed: 0,
      failures: { [plain.id]: message, [other.id]: message },
    })
    expect((await left(ids)).map(({ role_id }) => role_id)).toEqual([null, null])
  })
})
