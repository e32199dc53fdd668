import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { createAdmin, createRole } from '../../testing/factories.ts'
import { granting, named } from '../../testing/grants.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'

describe.each(oneEngine)('the effect of a role on %s', (engine) => {
  let server: TestApp
  let owner: string
  beforeAll(async () => {
    server = await startTestApp(engine)
    owner = (await server.signIn('owner')).token
  })
  afterAll(() => server.dispose())

  const effect = async (_id: string, ...names: string[]) => {
    const body = { _id, permissions: granting(...names) }
    const answer = await server.call('roles.effect', { token: owner, body })
    expect(answer.status).toBe(200)
    mustFitContract('roles.effect', answer.body)
    return answer.body.data
  }

  test('concerns who has the role until a time, too, as long as they have it', async () => {
    const role = await createRole(server.db, granting('Operations · Bills · list'))
    const { userId, roleId } = await server.signIn(named('Operations · Tasks · list'))
    await createAdmin(server.db, role)
    const concerned = async () => {
      const { people, peopleCount, activeCount } = await effect(role)
      return [
        people.map(({ _id }: { _id: string }) => _id).includes(userId),
        peopleCount,
        activeCount,
      ]
    }
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const { status } = await server.call('temporaryRoles.give', {
      token: owner,
      params: { id: userId },
      body: { role, until, reason: 'Holidays' },
    })
    expect([status, roleId === role]).toEqual([201, false])
    expect(await concerned()).toEqual([true, 2, 2])
    await sql`update temporary_roles set until = now() where role_id = ${role}`.execute(server.db)
    expect(await concerned()).toEqual([false, 1, 1])
  })

  test('who gains and loses what, and which of their requests it would have refused', async () => {
    const role = await createRole(
      server.db,
      granting(
        'Operations · Bills · list',
        'Operations · Tasks · list',
        'Community · Events · list',
      ),
    )
    const first = await createAdmin(server.db, role, { name: 'Ada' })
    const second = await createAdmin(server.db, role, { name: 'Bo' })
    await createAdmin(server.db, role, { name: 'Cy', status: 'inactive' })
    const gone = await createAdmin(server.db, role, {
      name: 'Di',
      deleted_at: '2026-01-01T00:00:00Z',
    })
    const signIn = async ({ email, password }: { email: string; password: string }) =>
      (await server.call('session.login', { body: { email, password } })).body.data.token
    const token = await signIn(first)
    for (let i = 0; i < 4; i += 1) await server.call('bills.list', { token })
    await server.call('tasks.list', { token: await signIn(second) })
    // What somebody did before the 30 days, or after they left, is not counted.
    for (const [id, days] of [
      [second.id, 40],
      [gone.id, 2],
    ] as const) {
      await sql`
        insert into permission_uses (user_id, module, submodule, action, day, n)
        values (${id}, 'Operations', 'Bills', 'list', (now() at time zone 'UTC')::date - ${days}::int, 1000)
      `.execute(server.db)
    }

    const found = await effect(role, 'Community · Events · list', 'Operations · Bills · delete')
    expect(found.people.map(({ name }: { name: string }) => name)).toEqual(['Ada', 'Bo', 'Cy'])
    expect(found).toMatchObject({ peopleCount: 3, activeCount: 2, refusedCount: 5 })
    expect(found.gained).toEqual([
      { permission: named('Operations · Bills · delete')[0], people: 2 },
    ])
    expect(found.lost.map(({ permission }: { permission: object }) => permission)).toEqual(
      named('Operations · Tasks · list', 'Operations · Bills · list'),
    )
    const today = new Date().toISOString().slice(0, 10)
    expect(found.refused).toEqual([
      {
        person: { _id: first.id, name: 'Ada', image: null },
        permission: named('Operations · Bills · list')[0],
        requests: 4,
        lastDay: today,
      },
      {
        person: { _id: second.id, name: 'Bo', image: null },
        permission: named('Operations · Tasks · list')[0],
        requests: 1,
        lastDay: today,
      },
    ])
  })

  test('nothing changes where nothing is changed, and nothing is written', async () => {
    const role = await createRole(server.db, granting('Operations · Bills · list'))
    const found = await effect(role, 'Operations · Bills · list')
    expect(found).toMatchObject({ people: [], gained: [], lost: [], refused: [], refusedCount: 0 })
    await effect(role)
    const { body } = await server.call('roles.update', { token: owner, body: { _id: role } })
    expect(body.data.version).toBe(1)
  })

  test('a person is looked at by the permission of their type', async () => {
    const role = await createRole(
      server.db,
      granting('Users · Members · view', 'Users · Admins · view'),
    )
    const admin = await createAdmin(server.db, role)
    const { body } = await server.call('session.login', {
      body: { email: admin.email, password: admin.password },
    })
    await server.call('users.details', { token: body.data.token, params: { id: admin.id } })
    expect((await effect(role, 'Users · Admins · view')).refused).toEqual([])
    expect((await effect(role, 'Users · Members · view')).refusedCount).toBe(1)
  })
})
