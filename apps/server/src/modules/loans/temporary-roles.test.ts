import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../ids.ts'
import { engines } from '../../testing/database.ts'
import { create, createRole } from '../../testing/factories.ts'
import { granting, named } from '../../testing/grants.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

const list = 'Operations · Bills · list'
const remove = 'Operations · Bills · delete'
const giving = [list, remove, 'Users · Admins · update', 'Users · Admins · view']
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

describe.each(engines)('temporary roles on %s', (engine) => {
  let app: TestApp
  let owner: { token: string; userId: string; roleId: string }
  beforeAll(async () => {
    app = await startTestApp(engine)
    owner = await app.signIn('owner')
  })
  afterAll(() => app.dispose())

  const give = (by: { token: string }, to: string, role: string, body: object = {}) =>
    app.call('temporaryRoles.give', {
      token: by.token,
      params: { id: to },
      body: { role, until: inHours(24), reason: 'Holidays of Ann', ...body },
    })
  const end = (by: { token: string }, id: string) =>
    app.call('temporaryRoles.end', { token: by.token, params: { id } })
  const deletes = async (by: { token: string }) => {
    const [id = ''] = await create(app.db, 'bills', {})
    return (await app.call('bills.delete', { token: by.token, params: { id } })).status
  }

  test('permit what they grant beside one’s own role, until they end', async () => {
    const person = await app.signIn(named('Operations · Tasks · list'))
    const role = await createRole(app.db, granting(list, remove))
    const given = await give(owner, person.userId, role)
    expect(given.status).toBe(201)
    expect(await deletes(person)).toBe(200)
    expect((await app.call('tasks.list', { token: person.token })).status).toBe(200)
    const shown = await app.call('temporaryRoles.list', {
      token: owner.token,
      params: { id: person.userId },
    })
    expect(shown.body.data.temporaryRoles).toMatchObject([
      { role: { _id: role }, reason: 'Holidays of Ann', active: true },
    ])
    await sql`update temporary_roles set until = now() where user_id = ${person.userId}`.execute(
      app.db,
    )
    expect(await deletes(person)).toBe(403)

    const again = await give(owner, person.userId, role)
    expect((await end(owner, again.body.data._id)).status).toBe(200)
    expect(await deletes(person)).toBe(403)
    expect((await end(owner, again.body.data._id)).status).toBe(409)
    const { body } = await app.call('auditLog.list', {
      token: owner.token,
      query: { record: person.userId, area: 'accounts', action: 'update' },
    })
    expect(body.data.entries).toHaveLength(3)
  })

  test('follow the rules by which roles are given', async () => {
    const giver = await app.signIn(named(...giving))
    const person = await app.signIn(named(list))
    const within = await createRole(app.db, granting(list, remove))
    const beyond = await createRole(app.db, granting('Operations · Bills · purge'))
    expect((await give(giver, person.userId, beyond)).status).toBe(403)
    expect((await give(giver, giver.userId, within)).status).toBe(409)
    expect((await give(owner, person.userId, owner.roleId)).status).toBe(422)
    expect((await give(giver, owner.userId, within)).status).toBe(409)
    expect((await give(owner, person.userId, person.roleId)).status).toBe(409)
    expect((await give(await app.signIn(named(list)), person.userId, within)).status).toBe(403)
    for (const until of [inHours(-1), inHours(91 * 24)])
      expect((await give(giver, person.userId, within, { until })).status).toBe(422)
    await sql`update sessions set proved_at = now() - interval '1 hour' where user_id = ${giver.userId}`.execute(
      app.db,
    )
    expect((await give(giver, person.userId, within)).body.code).toBe('step_up_required')
  })

  test('can’t be given on, and keep others from changing the account', async () => {
    const person = await app.signIn(named('Users · Admins · update'))
    const other = await app.signIn(named('Users · Admins · update'))
    const role = await createRole(app.db, granting(...giving))
    expect((await give(owner, person.userId, role)).status).toBe(201)
    const further = await createRole(app.db, granting(list))
    expect((await give(person, other.userId, further)).status).toBe(403)
    const own = await app.call('users.assignRole', {
      token: person.token,
      body: { users: [person.userId], role },
    })
    expect(own.status).toBe(403)
    const edited = await app.call('users.update', {
      token: other.token,
      params: { id: person.userId },
      body: { email: 'taken@example.com' },
    })
    expect(edited.status).toBe(409)
  })

  test('are at most five at once', async () => {
    const person = await app.signIn(named(list))
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1) {
      const role = await createRole(app.db, granting(list))
      statuses.push((await give(owner, person.userId, role)).status)
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 409])
  })

  test('are given, and ended, for whom the permission to change is for', async () => {
    const admins = { module: 'Users', submodule: 'Admins' }
    const giver = await app.signIn(named(...giving), {
      conditions: [{ ...admins, action: 'update', where: { status: ['inactive'] } }],
    })
    const person = await app.signIn(named(list))
    const role = await createRole(app.db, granting(list, remove))
    const refused = await give(giver, person.userId, role)
    expect([refused.status, refused.body.data.permission]).toEqual([
      403,
      { ...admins, action: 'update' },
    ])
    const given = (await give(owner, person.userId, role)).body.data._id
    expect((await end(giver, given)).status).toBe(403)
    expect((await end(owner, given)).status).toBe(200)
  })

  test('ask for a second factor where they require one', async () => {
    const person = await app.signIn(named(list))
    const role = await createRole(app.db, granting(remove))
    await sql`update roles set require_second_factor = true where id = ${role}`.execute(app.db)
    await give(owner, person.userId, role)
    const answer = await app.call('bills.list', { token: person.token })
    expect(answer.body.code).toBe('second_factor_missing')
  })

  test('permit nothing with records that another role shows alone', async () => {
    const ofBills = { module: 'Operations', submodule: 'Bills' }
    const person = await app.signIn(named(list, remove, 'Operations · Bills · update'), {
      conditions: [
        { ...ofBills, action: 'list', where: { 'amount.max': '500' } },
        { ...ofBills, action: 'update', where: { currency: ['EUR'] } },
      ],
      fieldRules: [{ ...ofBills, hidden: [], readOnly: ['notes'] }],
    })
    expect(
      (await give(owner, person.userId, await createRole(app.db, granting(list)))).status,
    ).toBe(201)
    const [small = '', large = ''] = await create(
      app.db,
      'bills',
      { amount: 400, currency: 'EUR' },
      { amount: 900, currency: 'EUR' },
    )
    const change = (id: string, data: object) =>
      app.call('bills.update', { token: person.token, params: { id }, body: { data } })
    const { body } = await app.call('bills.list', { token: person.token, query: { limit: 50 } })
    expect(body.data.bills.map(({ _id }: { _id: string }) => _id)).toEqual(
      expect.arrayContaining([small, large]),
    )
    expect((await change(large, { title: 'Mine' })).status).toBe(403)
    expect((await change(small, { notes: 'Mine' })).status).toBe(403)
    expect((await change(small, { title: 'Mine' })).status).toBe(200)
    const removed = async (id: string) =>
      (await app.call('bills.delete', { token: person.token, params: { id } })).status
    expect([await removed(large), await removed(small)]).toEqual([403, 200])
  })

  test('are not told of admins whom a condition leaves out', async () => {
    const role = await createRole(app.db, granting(list, remove))
    const person = await app.signIn(named('Operations · Tasks · list'))
    const given = await give(owner, person.userId, role)
    expect(given.status).toBe(201)
    const narrowed = await app.signIn(named('Users · Admins · list', ...giving), {
      conditions: [
        { module: 'Users', submodule: 'Admins', action: 'list', where: { role: [owner.roleId] } },
      ],
    })
    const shown = (id: string) =>
      app.call('temporaryRoles.list', { token: narrowed.token, params: { id } })
    expect((await shown(owner.userId)).status).toBe(200)
    const unseen = await shown(person.userId)
    expect([unseen.status, unseen.body]).toEqual([404, (await shown(crypto.randomUUID())).body])
    const ended = await end(narrowed, given.body.data._id)
    expect([ended.status, ended.body]).toEqual([404, (await end(narrowed, newId())).body])
  })
})
