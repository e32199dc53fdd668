import type { PermissionModule } from '@steward/contract/permissions/permissions'
import { can } from '@steward/contract/permissions/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { create, createAdmin, nextNumber } from '../../testing/factories.ts'
import { granting, named } from '../../testing/grants.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'

describe.each(oneEngine)('roles on %s', (engine) => {
  let server: TestApp
  let owner: string
  beforeAll(async () => {
    server = await startTestApp(engine)
    owner = (await server.signIn('owner')).token
  })
  afterAll(() => server.dispose())

  const newRole = async (fields: object = {}) => {
    const body = { name: `Role of test ${nextNumber()}`, ...fields }
    const answer = await server.call('roles.create', { token: owner, body })
    expect(answer.status).toBe(201)
    return answer.body.data
  }

  describe('create and update', () => {
    test('a role as it was sent', async () => {
      const { status, body } = await server.call('roles.create', {
        token: owner,
        body: {
          name: '  Moderator  ',
          description: 'Keeps the peace.\nAlways.',
          permissions: granting('Community · Feed posts · delete'),
        },
      })
      expect(status).toBe(201)
      mustFitContract('roles.create', body)
      expect(body.data).toMatchObject({
        name: 'Moderator',
        description: 'Keeps the peace.\nAlways.',
        image: null,
        status: 'active',
        userCount: 0,
        system: false,
        version: 1,
      })
      expect(can(body.data.permissions, 'Community', 'Feed posts', 'delete')).toBe(true)
      expect(can(body.data.permissions, 'Community', 'Feed posts', 'list')).toBe(false)
    })

    test('one field changes, the rest stays, and the version moves on', async () => {
      const role = await newRole({ permissions: granting('Operations · Tasks · list') })
      const { status, body } = await server.call('roles.update', {
        token: owner,
        body: { _id: role._id, description: 'New' },
      })
      expect(status).toBe(200)
      expect(body.data).toMatchObject({ name: role.name, description: 'New', version: 2 })
      expect(body.data.permissions).toEqual(role.permissions)
    })

    test('what changes nothing leaves the version alone', async () => {
      const role = await newRole({ permissions: granting('Operations · Tasks · list') })
      const { body } = await server.call('roles.update', { token: owner, body: role })
      expect(body.data).toEqual(role)
    })

    test('an edit that is out of date gets the role as it stands', async () => {
      const role = await newRole()
      const first = await server.call('roles.update', {
        token: owner,
        body: { _id: role._id, version: 1, name: `${role.name} first` },
      })
      const second = await server.call('roles.update', {
        token: owner,
        body: { _id: role._id, version: 1, name: `${role.name} second` },
      })
      expect(second.status).toBe(409)
      expect(second.body.code).toBe('out_of_date')
      expect(second.body.data).toEqual(first.body.data)
    })

    test.each([
      ['without a name', {}, 'name', 'Is required'],
      ['of a blank name', { name: ' \n\t ' }, 'name', 'Must not be empty'],
      [
        'of a name of 201 characters',
        { name: 'n'.repeat(201) },
        'name',
        'Must have at most 200 characters',
      ],
      [
        'of a name of 900 KB',
        { name: 'n'.repeat(900_000) },
        'name',
        'Must have at most 200 characters',
      ],
      [
        'of a name with a null character',
        { name: 'a\0b' },
        'name',
        'Must not hold characters that can’t be stored',
      ],
      [
        'of a name of half a character',
        { name: 'a\ud800b' },
        'name',
        'Must not hold characters that can’t be stored',
      ],
      ['of a name of two lines', { name: 'a\nb' }, 'name', 'Must be a single line'],
      ['of a number for a name', { name: 7 }, 'name', 'Must be text'],
      [
        'of permissions as text',
        { name: 'x', permissions: '[]' },
        'permissions',
        'Must be a list of modules',
      ],
      [
        'of an unknown module',
        { name: 'x', permissions: [{ module: 'Rolls', submodules: [] }] },
        'permissions.0.module',
        'Is not a module',
      ],
      [
        'of a module that every object has',
        { name: 'x', permissions: [{ module: 'toString', submodules: [] }] },
        'permissions.0.module',
        'Is not a module',
      ],
      [
        'of an unknown action',
        {
          name: 'x',
          permissions: [
            { module: 'Roles', submodules: [{ name: 'Roles', actions: { constructor: true } }] },
          ],
        },
        'permissions.0.submodules.0.actions.constructor',
        'Is not an action of Roles',
      ],
      [
        'of a flag that is only nearly true',
        {
          name: 'x',
          permissions: [{ module: 'Roles', submodules: [{ name: 'Roles', actions: { list: 1 } }] }],
        },
        'permissions.0.submodules.0.actions.list',
        'Must be true or false',
      ],
    ])('a role %s is refused at the field', async (_, sent, path, msg) => {
      const { status, body } = await server.call('roles.create', { token: owner, body: sent })
      expect(status).toBe(422)
      expect(body.errors).toContainEqual(expect.objectContaining({ path, msg }))
      expect(JSON.stringify(body).length).toBeLessThan(5_000)
    })

    test('200 characters are counted as people count them', async () => {
      const name = '🦉'.repeat(199) + nextNumber().toString().slice(-1)
      expect((await newRole({ name })).name).toBe(name)
    })
  })

  describe('names', () => {
    test.each([
      ['case', 'Élan vital', 'ÉLAN VITAL'],
      ['Unicode form', 'Gr\u00fcne', 'Gru\u0308ne'],
      ['width and ligatures', 'Ｏｆｆｉｃｅ', 'office'],
      ['blanks around it', 'Helpers', '  Helpers '],
    ])('equal but for %s are taken', async (_, first, second) => {
      await newRole({ name: first })
      const { status, body } = await server.call('roles.create', {
        token: owner,
        body: { name: second },
      })
      expect(status).toBe(409)
      expect(body.code).toBe('taken')
      expect(body.errors).toMatchObject([{ path: 'name' }])
    })

    test('of two at once one wins', async () => {
      const name = `Twin ${nextNumber()}`
      const answers = await Promise.all(
        Array.from({ length: 6 }, () =>
          server.call('roles.create', { token: owner, body: { name } }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    })

    test('a deletion frees a name, and a restore finds it taken', async () => {
      const role = await newRole({ name: 'Phoenix' })
      await server.call('roles.updateStatus', {
        token: owner,
        body: { _id: role._id, status: 'inactive' },
      })
      await server.call('roles.delete', { token: owner, params: { id: role._id } })
      const other = await newRole({ name: 'PHOENIX' })
      const refused = await server.call('roles.restore', {
        token: owner,
        params: { id: role._id },
      })
      expect(refused.status).toBe(409)
      expect(refused.body.code).toBe('taken')
      expect(refused.body.errors).toMatchObject([{ path: 'name' }])

      await server.call('roles.update', { token: owner, body: { _id: other._id, name: 'Ash' } })
      const restored = await server.call('roles.restore', {
        token: owner,
        params: { id: role._id },
        query: { page: 1, limit: 5 },
      })
      expect(restored.status).toBe(200)
      mustFitContract('roles.restore', restored.body)
      expect(restored.body.data.role).toMatchObject({ name: 'Phoenix', status: 'inactive' })
      const listed = restored.body.data.roles.map(({ _id }: { _id: string }) => _id)
      expect(listed).not.toContain(role._id)
    })
  })

  test('the deleted list comes with a restore, paged by query or body', async () => {
    const roles = [await newRole(), await newRole(), await newRole(), await newRole()]
    for (const { _id } of roles) {
      await server.call('roles.delete', { token: owner, params: { id: _id } })
    }
    const [first, second] = roles
    const byQuery = await server.call('roles.restore', {
      token: owner,
      params: { id: first._id },
      query: { page: 2, limit: 1 },
    })
    expect(byQuery.body.data.pagination).toMatchObject({ page: 2, limit: 1 })
    expect(byQuery.body.data.roles).toHaveLength(1)
    const byBody = await server.call('roles.restore', {
      token: owner,
      params: { id: second._id },
      body: { page: 1, limit: 2 },
    })
    expect(byBody.body.data.pagination).toMatchObject({ page: 1, limit: 2 })
    expect(byBody.body.data.roles).toHaveLength(2)
    const badly = await server.call('roles.restore', {
      token: owner,
      params: { id: second._id },
      body: { limit: 0 },
    })
    expect(badly.status).toBe(422)
    expect(badly.body.errors).toMatchObject([{ path: 'limit' }])
  })

  describe('rules', () => {
    test('nobody grants what they do not hold', async () => {
      const { token } = await server.signIn(
        named('Roles · Roles · create', 'Roles · Roles · update', 'Operations · Bills · list'),
      )
      const beyond = granting('Operations · Bills · list', 'Operations · Bills · delete')
      const created = await server.call('roles.create', {
        token,
        body: { name: `Beyond ${nextNumber()}`, permissions: beyond },
      })
      expect(created.status).toBe(403)
      expect(created.body.message).toContain('Operations · Bills · delete')
      expect(created.body.errors).toMatchObject([{ path: 'permissions' }])

      const role = await newRole({ permissions: granting('Catalogue · Categories · list') })
      const widened = await server.call('roles.update', {
        token,
        body: { _id: role._id, permissions: beyond },
      })
      expect(widened.status).toBe(403)
      // What the role has already is no grant, even if one doesn't hold it.
      const kept = granting('Catalogue · Categories · list', 'Operations · Bills · list')
      const allowed = await server.call('roles.update', {
        token,
        body: { _id: role._id, permissions: kept },
      })
      expect(allowed.status).toBe(200)
    })

    test('nobody narrows or deactivates their own role', async () => {
      const own = await server.signIn(
        named('Roles · Roles · update', 'Roles · Roles · status', 'Operations · Bills · list'),
      )
      const narrowed = await server.call('roles.update', {
        token: own.token,
        body: {
          _id: own.roleId,
          permissions: granting('Roles · Roles · update', 'Roles · Roles · status'),
        },
      })
      expect(narrowed.status).toBe(409)
      expect(narrowed.body.code).toBe('unsafe')
      expect(narrowed.body.message).toContain('Operations · Bills · see the list')
      const deactivated = await server.call('roles.updateStatus', {
        token: own.token,
        body: { _id: own.roleId, status: 'inactive' },
      })
      expect(deactivated.status).toBe(409)
      expect(deactivated.body.code).toBe('unsafe')
      const renamed = await server.call('roles.update', {
        token: own.token,
        body: { _id: own.roleId, name: `Own ${nextNumber()}` },
      })
      expect(renamed.status).toBe(200)
    })

    test('nobody takes from people what they do not hold themselves', async () => {
      const strong = await server.signIn(named('Operations · Bills · delete'))
      const weak = await server.signIn(named('Roles · Roles · update', 'Roles · Roles · status'))
      const taken = await server.call('roles.update', {
        token: weak.token,
        body: { _id: strong.roleId, permissions: [] },
      })
      expect(taken.status).toBe(409)
      const stopped = await server.call('roles.updateStatus', {
        token: weak.token,
        body: { _id: strong.roleId, status: 'inactive' },
      })
      expect(stopped.status).toBe(409)

      // Stopped by an owner, it isn't started again by somebody who couldn't grant it.
      const byOwner = { _id: strong.roleId, status: 'inactive' }
      await server.call('roles.updateStatus', { token: owner, body: byOwner })
      const started = await server.call('roles.updateStatus', {
        token: weak.token,
        body: { _id: strong.roleId, status: 'active' },
      })
      expect(started.status).toBe(403)
    })

    test('the owner role is untouchable, for owners too', async () => {
      const { _id } = (
        await server.call('roles.list', { token: owner, query: { name: 'Owner' } })
      ).body.data.roles.find(({ system }: { system: boolean }) => system)
      const answers = await Promise.all([
        server.call('roles.update', { token: owner, body: { _id, name: 'Boss' } }),
        server.call('roles.updateStatus', { token: owner, body: { _id, status: 'inactive' } }),
        server.call('roles.updateImage', { token: owner, body: { _id, image: '' } }),
        server.call('roles.delete', { token: owner, params: { id: _id } }),
      ])
      for (const { status, body } of answers) {
        expect(status).toBe(409)
        expect(body.code).toBe('unsafe')
        expect(body.message).toContain('Create another role')
      }
    })

    test('a role that active admins hold is not deleted', async () => {
      const role = await newRole()
      const { id } = await createAdmin(server.db, role._id)
      const refused = await server.call('roles.delete', { token: owner, params: { id: role._id } })
      expect(refused.status).toBe(409)
      expect(refused.body.code).toBe('conflict')
      expect(refused.body.message).toContain('1 active admin holds')
      await server.call('users.changeStatus', { token: owner, params: { id } })
      const deleted = await server.call('roles.delete', { token: owner, params: { id: role._id } })
      expect(deleted.status).toBe(200)
      expect(deleted.body.data.status).toBe('deleted')
    })

    test('a deletion and a person given the role at once never both happen', async () => {
      for (let round = 0; round < 5; round += 1) {
        const role = await newRole()
        const { id } = await createAdmin(server.db, null)
        const [deleted, given] = await Promise.all([
          server.call('roles.delete', { token: owner, params: { id: role._id } }),
          server.call('users.update', { token: owner, params: { id }, body: { role: role._id } }),
        ])
        expect([deleted.status, given.status].filter((status) => status === 200)).toHaveLength(1)
      }
    })
  })

  test('what is taken away is gone on the very next request', async () => {
    const { token, roleId } = await server.signIn(named('Operations · Bills · list'))
    expect((await server.call('bills.list', { token })).status).toBe(200)
    await server.call('roles.update', { token: owner, body: { _id: roleId, permissions: [] } })
    const refused = await server.call('bills.list', { token })
    expect(refused.status).toBe(403)
    expect(refused.body.data.permission).toEqual(named('Operations · Bills · list')[0])
    await server.call('roles.updateStatus', {
      token: owner,
      body: { _id: roleId, status: 'inactive' },
    })
    expect((await server.call('permissions.own', { token })).status).toBe(401)
  })

  test('two who edit a role at once lose nothing', async () => {
    const role = await newRole()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        server.call('roles.update', {
          token: owner,
          body: { _id: role._id, version: 1, description: `Edit ${i}` },
        }),
      ),
    )
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    const kept = await sql<{ description: string; version: number }>`
      select description, version from roles where id = ${role._id}`.execute(server.db)
    expect(kept.rows[0]).toEqual({ description: won[0]?.body.data.description, version: 2 })
  })

  test('a deleted role is only restored, an unknown one not found', async () => {
    const role = await newRole()
    await server.call('roles.delete', { token: owner, params: { id: role._id } })
    const update = { _id: role._id, name: 'x' }
    const gone = await server.call('roles.update', { token: owner, body: update })
    expect(gone.status).toBe(404)
    expect(gone.body.message).toContain('Restore it first')
    for (const _id of ['018f0000-0000-7000-8000-000000000000', 'nonsense', "'; --"]) {
      const unknown = await server.call('roles.update', { token: owner, body: { _id, name: 'x' } })
      expect(unknown.status).toBe(404)
    }
  })

  test('the modules of a role hold the whole catalogue, whatever was sent', async () => {
    const role = await newRole({ permissions: [] })
    const modules: PermissionModule[] = role.permissions
    expect(modules).toEqual(granting())
    const [id = ''] = await create(server.db, 'roles', { permissions: [] })
    const { body } = await server.call('roles.update', {
      token: owner,
      body: { _id: id, permissions: [{ module: 'Roles', submodules: [] }] },
    })
    expect(body.data.permissions).toEqual(granting())
  })
})
