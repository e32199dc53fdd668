import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { create, createAdmin } from '../../testing/factories.ts'
import { granting, named } from '../../testing/grants.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'

describe.each(oneEngine)('who holds and who grants on %s', (engine) => {
  let server: TestApp
  let asker: { token: string; userId: string; roleId: string }
  let owner: { token: string; userId: string }
  const ids: Record<string, string> = {}
  const bills = { module: 'Operations', submodule: 'Bills', action: 'delete' }

  beforeAll(async () => {
    server = await startTestApp(engine)
    owner = await server.signIn('owner')
    asker = await server.signIn(named('Operations · Bills · list'))
    const role = async (
      name: string,
      status: 'active' | 'inactive' | 'deleted',
      ...names: string[]
    ) => {
      const [id = ''] = await create(server.db, 'roles', {
        name,
        status,
        permissions: granting(...names),
      })
      return id
    }
    const person = async (name: string, roleId: string, fields: object = {}) => {
      ids[name] = (await createAdmin(server.db, roleId, { name, ...fields })).id
    }
    const lead = await role(
      'Lead',
      'active',
      'Operations · Bills · delete',
      'Roles · Roles · update',
    )
    const clerk = await role('Clerk', 'active', 'Operations · Bills · delete')
    const editor = await role('Editor', 'active', 'Roles · Roles · update')
    const idle = await role(
      'Idle lead',
      'inactive',
      'Operations · Bills · delete',
      'Roles · Roles · update',
    )
    await role('Gone', 'deleted', 'Operations · Bills · delete')
    await person('Lea', lead)
    await person('Luc', lead, { status: 'inactive' })
    await person('Lin', lead, { deleted_at: '2026-01-01T00:00:00Z' })
    await person('Cleo', clerk)
    await person('Ed', editor)
    await person('Ida', idle)
  })
  afterAll(() => server.dispose())

  const names = (people: { name: string }[]) => people.map(({ name }) => name)

  test('why one can’t: whoever holds it and may update roles, and may sign in, can grant it', async () => {
    const { status, body } = await server.call('permissions.why', {
      token: asker.token,
      query: bills,
    })
    expect(status).toBe(200)
    mustFitContract('permissions.why', body)
    expect(body.data.permission).toEqual(bills)
    expect(body.data.held).toBe(false)
    expect(body.data.granters.map(({ _id }: { _id: string }) => _id)).toEqual([
      owner.userId,
      ids['Lea'],
    ])
    expect(body.data.granters[1].role.name).toBe('Lead')
    expect(JSON.stringify(body)).not.toContain('@')
  })

  test('what one can, and the action that is meant where none is named', async () => {
    const { body } = await server.call('permissions.why', {
      token: asker.token,
      query: { module: 'Operations', submodule: 'Bills' },
    })
    expect(body.data).toMatchObject({ held: true, permission: { action: 'list' } })
  })

  test.each([
    [{}, 'module'],
    [{ module: 'Operations', submodule: 'Bills', action: 'fly' }, 'action'],
    [{ module: '__proto__', submodule: 'toString', action: 'constructor' }, 'action'],
    [{ module: ['a', 'b'], submodule: 'Bills' }, 'module'],
    [{ module: 'x'.repeat(300), submodule: 'Bills' }, 'module'],
  ])('%j is no permission', async (query, path) => {
    const { status, body } = await server.call('permissions.why', { token: asker.token, query })
    expect(status).toBe(422)
    expect(body.errors[0].path).toBe(path)
  })

  test('the roles that grant it, deleted ones apart, and the people who hold it', async () => {
    const { status, body } = await server.call('permissions.holders', {
      token: owner.token,
      query: bills,
    })
    expect(status).toBe(200)
    mustFitContract('permissions.holders', body)
    expect(body.data.roles).toMatchObject([
      { name: 'Clerk', status: 'active', userCount: 1 },
      { name: 'Idle lead', status: 'inactive', userCount: 1 },
      { name: 'Lead', status: 'active', userCount: 2 },
      { name: 'Owner', status: 'active', userCount: 1 },
    ])
    expect(names(body.data.people)).toEqual(expect.arrayContaining(['Cleo', 'Lea']))
    expect(body.data.peopleCount).toBe(3)
    expect(names(body.data.granters)).toContain('Lea')
    expect(names(body.data.granters)).not.toContain('Ed')
  })

  test('who may not list roles is told neither roles nor people', async () => {
    const { status } = await server.call('permissions.holders', {
      token: asker.token,
      query: bills,
    })
    expect(status).toBe(403)
  })
})
