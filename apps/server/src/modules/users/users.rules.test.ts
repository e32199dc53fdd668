import { allPermissions, permissionName } from '@steward/contract/permissions/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { create, createAdmin, createRole } from '../../testing/factories.ts'
import { granting, named } from '../../testing/grants.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'
import { userCalls } from '../../testing/user-calls.ts'

const unknown = '018f0000-0000-7000-8000-000000000000'

describe.each(oneEngine)('the rules of users on %s', (engine) => {
  let server: TestApp
  let owner: { token: string; userId: string; roleId: string }
  beforeAll(async () => {
    server = await startTestApp(engine)
    owner = await server.signIn('owner')
  })
  afterAll(() => server.dispose())

  const { address, add, member, edit, toggle, remove } = userCalls(() => ({ server, owner }))

  describe('rules', () => {
    const admins = named(
      'Users · Admins · view',
      'Users · Admins · create',
      'Users · Admins · update',
      'Users · Admins · status',
      'Users · Admins · delete',
      'Users · Members · update',
      'Users · Shopping feed · update',
    )

    test('nobody gives a role that holds more than they do', async () => {
      const { token } = await server.signIn(admins)
      const strong = await createRole(server.db, granting('Operations · Bills · delete'))
      const created = await add({ name: 'x', email: address(), type: 'admin', role: strong }, token)
      expect(created.status).toBe(403)
      expect(created.body.errors).toMatchObject([{ path: 'role' }])
      const { id } = await createAdmin(server.db, null)
      expect((await edit(id, { role: strong }, token)).status).toBe(403)
      expect((await edit(id, { role: owner.roleId }, token)).status).toBe(403)
      const own = await createRole(server.db, granting('Users · Admins · view'))
      expect((await edit(id, { role: own }, token)).status).toBe(200)
    })

    test('the roles that one can give are those that hold nothing more', async () => {
      const { token, roleId } = await server.signIn(admins)
      const strong = await createRole(server.db, granting('Operations · Bills · delete'))
      const weak = await createRole(server.db, granting('Users · Admins · view'))
      await create(server.db, 'roles', { status: 'inactive' }, { status: 'deleted' })
      const { body } = await server.call('roles.listAssignable', { token })
      mustFitContract('roles.listAssignable', body)
      const ids = body.data.map(({ _id }: { _id: string }) => _id)
      expect(ids).toEqual(expect.arrayContaining([roleId, weak]))
      expect(ids).not.toContain(strong)
      expect(ids).not.toContain(owner.roleId)
      const all = await server.call('roles.listAssignable', { token: owner.token })
      const kept = await server.call('roles.list', { token: owner.token, query: { limit: 100 } })
      const active = kept.body.data.roles.filter(
        ({ status }: { status: string }) => status === 'active',
      )
      expect(all.body.data).toHaveLength(active.length)
    })

    test('the owner role comes from owners alone, and so does an owner’s address', async () => {
      const { token } = await server.signIn(allPermissions)
      const { id, email } = await createAdmin(server.db, null)
      const refusals = await Promise.all([
        edit(id, { role: owner.roleId }, token),
        add({ name: 'Made', email: address(), type: 'admin', role: owner.roleId }, token),
        server.call('users.assignRole', { token, body: { role: owner.roleId, users: [id] } }),
      ])
      for (const { status, body } of refusals) {
        expect([status, body.code]).toEqual([403, 'not_permitted'])
        expect(body.errors[0].path).toBe('role')
      }
      const other = await createAdmin(server.db, owner.roleId)
      const taken = await edit(other.id, { email: address() }, token)
      expect([taken.status, taken.body.code]).toEqual([409, 'unsafe'])
      expect(taken.body.message).toContain('only an owner')
      expect((await edit(other.id, { name: 'Same' }, token)).status).toBe(409)
      const choices = await server.call('roles.listAssignable', { token })
      expect(choices.body.data.map(({ _id }: { _id: string }) => _id)).not.toContain(owner.roleId)
      expect((await edit(other.id, { email: address() })).status).toBe(200)
      expect((await edit(id, { role: owner.roleId })).body.data).toMatchObject({ email })
    })

    test('nobody touches a person who holds anything that they do not', async () => {
      const { token } = await server.signIn(admins)
      const strong = await createRole(server.db, granting('Operations · Bills · delete'))
      const { id } = await createAdmin(server.db, strong)
      const idle = await createAdmin(server.db, strong, { status: 'inactive' })
      const answers = await Promise.all([
        edit(id, { email: address() }, token),
        edit(id, { name: 'x' }, token),
        edit(id, { role: null }, token),
        edit(id, { type: 'member' }, token),
        toggle(id, token),
        toggle(idle.id, token),
        remove(id, token),
        edit(owner.userId, { email: address() }, token),
        server.call('users.setShoppingFeed', {
          token,
          params: { userId: id },
          body: { status: 'inactive' },
        }),
      ])
      for (const { status, body } of answers) {
        expect(status).toBe(409)
        expect(body.code).toBe('unsafe')
        expect(body.message).toMatch(/(Ask somebody who has it|only an owner)/)
      }
      await remove(id)
      const restored = await server.call('users.restore', { token, params: { id } })
      expect(restored.status).toBe(409)
    })

    test('nobody deactivates, deletes or demotes themselves', async () => {
      const weaker = await createRole(server.db, granting('Users · Admins · view'))
      const self = await server.signIn(admins)
      const answers = await Promise.all([
        toggle(self.userId, self.token),
        remove(self.userId, self.token),
        edit(self.userId, { status: 'inactive' }, self.token),
        edit(self.userId, { type: 'member' }, self.token),
        edit(self.userId, { role: null }, self.token),
        edit(self.userId, { role: weaker }, self.token),
        server.call('users.assignRole', {
          token: self.token,
          body: { role: weaker, users: [self.userId] },
        }),
      ])
      for (const { status, body } of answers) {
        expect(status).toBe(409)
        expect(body.code).toBe('unsafe')
        expect(body.message).toContain('Ask another owner or admin')
      }
      const same = await createRole(server.db, granting(...admins.map(permissionName)))
      expect((await edit(self.userId, { role: same, name: 'Still me' }, self.token)).status).toBe(
        200,
      )
    })
  })

  describe('the last active owner', () => {
    test('stays when two owners turn on each other at once', async () => {
      const fresh = await startTestApp(engine, {}, { writesBySql: true })
      try {
        for (const act of ['users.changeStatus', 'users.delete'] as const) {
          for (let round = 0; round < 4; round += 1) {
            const a = await fresh.signIn('owner')
            const b = await fresh.signIn('owner')
            const answers = await Promise.all([
              fresh.call(act, { token: a.token, params: { id: b.userId } }),
              fresh.call(act, { token: b.token, params: { id: a.userId } }),
            ])
            const statuses = answers.map(({ status }) => status).sort()
            expect(statuses[0]).toBe(200)
            expect([401, 409]).toContain(statuses[1])
            const alive = await Promise.all(
              [a, b].map(({ token }) => fresh.call('permissions.own', { token })),
            )
            expect(alive.map(({ status }) => status).sort()).toEqual([200, 401])
            const left = alive[0]?.status === 200 ? a : b
            // Out of the way for the next round.
            await fresh.db
              .updateTable('users')
              .set({ status: 'inactive' })
              .where('id', '=', left.userId)
              .execute()
          }
        }
      } finally {
        await fresh.dispose()
      }
    })
  })

  describe('a role for several', () => {
    test('goes to three people at once', async () => {
      const role = await createRole(server.db, granting('Community · Feed posts · delete'))
      const ids = await Promise.all(
        Array.from({ length: 3 }, async () => (await createAdmin(server.db, null)).id),
      )
      const { status, body } = await server.call('users.assignRole', {
        token: owner.token,
        body: { role, users: ids },
      })
      expect(status).toBe(200)
      mustFitContract('users.assignRole', body)
      expect(body.message).toContain('3 admins have the role')
      for (const user of body.data.users) expect(user.role._id).toBe(role)
    })

    test('goes to all or to none', async () => {
      const role = await createRole(server.db, granting('Users · Admins · update'))
      const { token } = await server.signIn(named('Users · Admins · update'))
      const plain = await createAdmin(server.db, null)
      const strong = await createAdmin(
        server.db,
        await createRole(server.db, granting('Operations · Bills · delete')),
      )
      const somebody = await member()
      const refusals: [string[], number][] = [
        [[plain.id, strong.id], 409],
        [[plain.id, somebody._id], 422],
        [[plain.id, unknown], 404],
        [[plain.id, 'nonsense'], 404],
        [[], 422],
      ]
      for (const [users, expected] of refusals) {
        const { status } = await server.call('users.assignRole', { token, body: { role, users } })
        expect(status).toBe(expected)
      }
      const { body } = await server.call('users.details', {
        token: owner.token,
        params: { id: plain.id },
      })
      expect(body.data.role).toBeNull()
      expect(body.data.version).toBe(1)
    })
  })
})
