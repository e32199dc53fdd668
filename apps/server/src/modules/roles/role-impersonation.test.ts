import { type EndpointName, routes } from '@steward/contract/calls/routes'
import { can, permissionName } from '@steward/contract/permissions/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { create, createAdmin, createRole } from '../../testing/factories.ts'
import { granting, named } from '../../testing/grants.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'

describe.each(oneEngine)('impersonating a role on %s', (engine) => {
  let server: TestApp
  let owner: string
  beforeAll(async () => {
    server = await startTestApp(engine)
    owner = (await server.signIn('owner')).token
  })
  afterAll(() => server.dispose())

  const impersonate = async (token: string, _id: string) => {
    const answer = await server.call('roles.preview', { token, body: { _id } })
    expect(answer.status).toBe(200)
    mustFitContract('roles.preview', answer.body)
    return answer.body.data
  }

  test('shows what the role shows, and ends by its own logout', async () => {
    const role = await createRole(server.db, granting('Operations · Bills · list'))
    const data = await impersonate(owner, role)
    expect(data.missing).toEqual([])
    const { token } = data
    const own = await server.call('permissions.own', { token })
    expect(own.body.data).toEqual(granting('Operations · Bills · list'))
    expect(data.permissions).toEqual(own.body.data)
    expect((await server.call('bills.list', { token })).status).toBe(200)
    expect((await server.call('tasks.list', { token })).status).toBe(403)
    expect((await server.call('session.logout', { token })).status).toBe(200)
    expect((await server.call('bills.list', { token })).status).toBe(401)
    expect((await server.call('bills.list', { token: owner })).status).toBe(200)
  })

  test('shows nobody more than they hold themselves, and says what is missing', async () => {
    const { token } = await server.signIn(
      named('Roles · Roles · preview', 'Operations · Bills · list'),
    )
    const role = await createRole(
      server.db,
      granting('Operations · Bills · list', 'Operations · Tasks · list'),
    )
    const data = await impersonate(token, role)
    expect(data.missing).toEqual(named('Operations · Tasks · list'))
    expect(can(data.permissions, 'Operations', 'Tasks')).toBe(false)
    expect((await server.call('tasks.list', { token: data.token })).status).toBe(403)
    expect((await server.call('bills.list', { token: data.token })).status).toBe(200)
  })

  const changing = (Object.keys(routes) as EndpointName[]).filter((name) => {
    const route = routes[name]
    if (route.needs === 'public' || name === 'session.logout') return false
    return route.method === 'GET' ? 'changesState' in route : !('readsOnly' in route)
  })

  test.each(changing)('changes nothing: %s', async (name) => {
    const everything = (
      await server.call('roles.list', { token: owner, query: { name: 'Owner' } })
    ).body.data.roles.find(({ system }: { system: boolean }) => system)
    const { token } = await impersonate(owner, everything._id)
    const { id } = await createAdmin(server.db, null)
    const { status, body } = await server.call(name, {
      token,
      params: { id, userId: id },
      body: { _id: id, name: 'x', status: 'active' },
    })
    expect(status).toBe(403)
    expect(body.message).toContain('Exit this view')
  })

  test('what only reads works, whatever its method', async () => {
    const role = await createRole(server.db, granting('Roles · Roles · update'))
    const { token } = await impersonate(owner, role)
    const body = { _id: role, permissions: [] }
    expect((await server.call('roles.effect', { token, body })).status).toBe(200)
  })

  test('an owner who impersonates a role sees their own jobs alone', async () => {
    const { token } = await server.signIn(named('Community · Feed posts · delete'))
    const ids = await create(server.db, 'posts', {})
    const body = { area: 'posts', action: 'delete', ids }
    expect((await server.call('jobs.create', { token, body })).status).toBe(201)
    const impersonation = await impersonate(owner, await createRole(server.db, []))
    const jobsOf = async (as: string) =>
      (await server.call('jobs.list', { token: as })).body.data.jobs.length
    expect([await jobsOf(owner), await jobsOf(impersonation.token)]).toEqual([1, 0])
  })

  test('ends with one’s own session', async () => {
    const { token } = await server.signIn('owner')
    const data = await impersonate(token, await createRole(server.db, granting()))
    await server.call('session.logout', { token })
    expect((await server.call('permissions.own', { token: data.token })).status).toBe(401)
  })

  test('ends as soon as one may not impersonate any more, or the role is gone', async () => {
    const staff = await server.signIn(named('Roles · Roles · preview'))
    const role = await createRole(server.db, granting())
    const first = await impersonate(staff.token, role)
    await server.call('roles.delete', { token: owner, params: { id: role } })
    expect((await server.call('permissions.own', { token: first.token })).status).toBe(401)
    expect((await server.call('permissions.own', { token: staff.token })).status).toBe(200)

    const second = await impersonate(staff.token, await createRole(server.db, granting()))
    const narrowed = { _id: staff.roleId, permissions: granting('Operations · Bills · list') }
    await server.call('roles.update', { token: owner, body: narrowed })
    expect((await server.call('permissions.own', { token: second.token })).status).toBe(401)
  })

  test('follows the role as it changes, and counts as nobody’s work', async () => {
    const staff = await server.signIn('owner')
    const role = await createRole(server.db, granting('Operations · Bills · list'))
    const { token } = await impersonate(staff.token, role)
    await server.call('bills.list', { token })
    await server.call('roles.update', { token: owner, body: { _id: role, permissions: [] } })
    expect((await server.call('bills.list', { token })).status).toBe(403)
    const activity = await server.call('users.activity', {
      token: owner,
      params: { id: staff.userId },
    })
    const used = activity.body.data.uses.map((use: { permission: never }) =>
      permissionName(use.permission),
    )
    expect(used).toEqual(['Roles · Roles · preview'])
    expect(activity.body.data.signIns).toHaveLength(1)
  })

  test('a deleted or unknown role can’t be impersonated', async () => {
    const role = await createRole(server.db, granting())
    await server.call('roles.delete', { token: owner, params: { id: role } })
    for (const _id of [role, 'nonsense']) {
      const { status } = await server.call('roles.preview', { token: owner, body: { _id } })
      expect(status).toBe(404)
    }
  })
})
