import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { create, createAdmin, createRole } from '../../testing/factories.ts'
import { granting, named } from '../../testing/grants.ts'
import { form, redAndBlue } from '../../testing/pictures.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'
import { userCalls } from '../../testing/user-calls.ts'

const unknown = '018f0000-0000-7000-8000-000000000000'

describe.each(oneEngine)('users on %s', (engine) => {
  let server: TestApp
  let owner: { token: string; userId: string; roleId: string }
  beforeAll(async () => {
    server = await startTestApp(engine)
    owner = await server.signIn('owner')
  })
  afterAll(() => server.dispose())

  const { address, add, member, edit, toggle, remove } = userCalls(() => ({ server, owner }))

  describe('create', () => {
    test('every field, as JSON', async () => {
      const role = await createRole(server.db, granting('Operations · Tasks · list'))
      const sent = {
        name: ' Ada Moser ',
        email: address(),
        type: 'admin',
        phone: '+43 1 234',
        status: 'inactive',
        shoppingFeedStatus: 'inactive',
        businessName: 'Moser & Co',
        location: 'Graz',
        about: 'Two\nlines',
        role,
        password: 'a long password',
      }
      const { status, body } = await add(sent)
      expect(status).toBe(201)
      mustFitContract('users.create', body)
      const { password, role: _, ...shown } = sent
      expect(body.data).toMatchObject({
        ...shown,
        name: 'Ada Moser',
        id: body.data._id,
        version: 1,
      })
      expect(body.data.role._id).toBe(role)
      expect(JSON.stringify(body)).not.toContain(password)
      await toggle(body.data._id)
      const login = await server.call('session.login', { body: { email: sent.email, password } })
      expect(login.status).toBe(200)
    })

    test('as a form with a picture; what is empty is none', async () => {
      const { status, body } = await server.call('users.create', {
        token: owner.token,
        form: form({
          name: 'Form person',
          email: address(),
          type: 'business',
          phone: '',
          role: '',
          image: await redAndBlue().png().toBuffer(),
        }),
      })
      expect(status).toBe(201)
      expect(body.data).toMatchObject({ phone: null, role: null, status: 'active' })
      expect(body.data.image).toMatch(/^\/uploads\//)
    })

    test('a member without an e-mail address, an admin never', async () => {
      expect((await member({ email: null })).email).toBeNull()
      const { status, body } = await add({ name: 'No address', email: null, type: 'admin' })
      expect(status).toBe(422)
      expect(body.errors).toMatchObject([{ path: 'email' }])
    })

    test.each([
      ['nothing', {}, ['name', 'email', 'type']],
      ['an empty address of an admin', { email: '', type: 'admin' }, ['email']],
      ['no address at all', { email: 'nobody' }, ['email']],
      ['an address with a blank', { email: 'a b@c.d' }, ['email']],
      ['an unknown type', { type: 'robot' }, ['type']],
      ['a type every object has', { type: '__proto__' }, ['type']],
      ['a short password', { password: 'short' }, ['password']],
      ['an unknown status', { status: 'deleted' }, ['status']],
      ['a name of 500 KB', { name: 'x'.repeat(500_000) }, ['name']],
      ['a text of 10,001 characters', { about: 'x'.repeat(10_001) }, ['about']],
      ['a null character', { location: 'a\0' }, ['location']],
      ['half a character', { about: '\udc00' }, ['about']],
      ['lists and objects', { name: ['x'], phone: { a: 1 } }, ['name', 'phone']],
    ])('%s is refused at the field', async (what, wrong, paths) => {
      const whole = { name: 'Somebody', email: address(), type: 'member' }
      const { status, body } = await add(what === 'nothing' ? {} : { ...whole, ...wrong })
      expect(status).toBe(422)
      expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(paths)
      expect(JSON.stringify(body).length).toBeLessThan(2000)
    })

    test('a first password is held to the same policy as every other', async () => {
      const email = address()
      const weak: [string, string][] = [
        ['short', 'Must have at least 10 characters'],
        ['password123', 'most common passwords'],
        ['PassWord123', 'most common passwords'],
        ['aaaaaaaaaaaa', 'Has too few different'],
        [email.toUpperCase(), 'Must not be your e-mail address'],
        ['x1é😀'.repeat(51), 'Must have at most 200 characters'],
      ]
      for (const [password, words] of weak) {
        const { status, body } = await add({ name: 'Weak', email, type: 'admin', password })
        expect([password, status]).toEqual([password, 422])
        expect(body.errors).toMatchObject([
          { path: 'password', msg: expect.stringContaining(words) },
        ])
        expect(JSON.stringify(body)).not.toContain(password)
      }
      const { status } = await add({
        name: 'Strong',
        email,
        type: 'admin',
        password: '😀é1x'.repeat(50),
      })
      expect(status).toBe(201)
    })

    test('an admin without a password is mailed an invitation, and nobody else', async () => {
      const invited = async (email: string) => {
        const outbox = join(server.config.dataDir, 'outbox')
        const names = (await readdir(outbox).catch(() => [])).filter((name) =>
          name.includes('invitation'),
        )
        const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
        return mails.filter((mail) => mail.includes(`To: Invited <${email}>`)).length
      }
      const [email, other, third] = [address(), address(), address()]
      const made = await add({ name: 'Invited', email, type: 'admin' })
      expect(made.body.message).toContain(`invitation to set a password was sent to ${email}`)
      const known = { name: 'Invited', email: other, type: 'admin', password: 'a long password' }
      expect((await add(known)).body.message).not.toContain('invitation')
      const person = await member({ name: 'Invited', email: third })
      const raised = await edit(person._id, { type: 'admin' })
      expect(raised.body.message).toContain(`sent to ${third}`)
      const again = await edit(person._id, { name: 'Invited', phone: '1' })
      expect(again.body.message).not.toContain('invitation')
      await expect.poll(() => Promise.all([email, third].map(invited))).toEqual([1, 1])
      expect(await invited(other)).toBe(0)
    })

    test('a role is for admins, and has to be an active one', async () => {
      const role = await createRole(server.db, [])
      const [idle = ''] = await create(server.db, 'roles', { status: 'inactive' })
      const refusals: [object, string][] = [
        [{ type: 'member', role }, 'Can only be given to an admin'],
        [{ type: 'admin', role: unknown }, 'Must be a role that exists'],
        [{ type: 'admin', role: 'nonsense' }, 'Must be a role that exists'],
        [{ type: 'admin', role: idle }, 'Must be active'],
      ]
      for (const [fields, words] of refusals) {
        const { status, body } = await add({ name: 'Role', email: address(), ...fields })
        expect(status).toBe(422)
        expect(body.errors[0].path).toBe('role')
        expect(body.errors[0].msg).toContain(words)
      }
    })

    test('an address is taken whatever its case, and of two at once one wins', async () => {
      const first = await member()
      const again = await add({ name: 'x', email: first.email.toUpperCase(), type: 'business' })
      expect(again.status).toBe(409)
      expect(again.body.code).toBe('taken')
      expect(again.body.errors).toMatchObject([{ path: 'email' }])
      const email = address()
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => add({ name: 'Twin', email, type: 'member' })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    })
  })

  describe('update', () => {
    test('as a form with its id; the rest stays', async () => {
      const person = await member({ phone: '123', location: 'Linz' })
      const { status, body } = await server.call('users.update', {
        token: owner.token,
        params: { id: person._id },
        form: form({ id: person._id, name: 'Renamed', phone: '', version: '1' }),
      })
      expect(status).toBe(200)
      mustFitContract('users.update', body)
      expect(body.data).toMatchObject({
        name: 'Renamed',
        phone: null,
        location: 'Linz',
        version: 2,
      })
    })

    test('an address is taken away by an empty field of a form, but never an admin’s', async () => {
      const person = await member()
      const empty = async (id: string) =>
        server.call('users.update', {
          token: owner.token,
          params: { id },
          form: form({ id, email: ' ' }),
        })
      expect((await empty(person._id)).body.data.email).toBeNull()
      const admin = await createAdmin(server.db, owner.roleId)
      const { status, body } = await empty(admin.id)
      expect(status).toBe(422)
      expect(body.errors).toMatchObject([{ path: 'email' }])
    })

    test('an id that is not the one of the address is refused', async () => {
      const person = await member()
      const { status, body } = await edit(person._id, { id: unknown, name: 'x' })
      expect(status).toBe(422)
      expect(body.errors).toMatchObject([{ path: 'id' }])
    })

    test('a whole record sent back changes nothing', async () => {
      const person = await member()
      const { role: _, ...fields } = person
      const { body } = await edit(person._id, { ...fields, role: null })
      expect(body.data).toEqual(person)
    })

    test('out of date, it answers the record as it stands', async () => {
      const person = await member()
      await edit(person._id, { version: 1, name: 'First' })
      const { status, body } = await edit(person._id, { version: 1, name: 'Second' })
      expect(status).toBe(409)
      expect(body.code).toBe('out_of_date')
      expect(body.data).toMatchObject({ name: 'First', version: 2 })
    })

    test('the type needs the permission on both sides', async () => {
      const { token } = await server.signIn(named('Users · Members · update'))
      const person = await member()
      const refused = await edit(person._id, { type: 'business' }, token)
      expect(refused.status).toBe(403)
      expect(refused.body.message).toContain('Users · Business users · edit')
      const both = await server.signIn(
        named('Users · Members · update', 'Users · Business users · update'),
      )
      const done = await edit(person._id, { type: 'business' }, both.token)
      expect(done.body.data.type).toBe('business')
      expect((await edit(person._id, { name: 'x' }, token)).status).toBe(403)
    })

    test('status and shopping feed need their own permissions, unless they stay as they are', async () => {
      const { token } = await server.signIn(named('Users · Members · update'))
      const person = await member()
      const same = { status: 'active', shoppingFeedStatus: 'active', name: 'Same' }
      expect((await edit(person._id, same, token)).status).toBe(200)
      expect((await edit(person._id, { status: 'inactive' }, token)).status).toBe(403)
      expect((await edit(person._id, { shoppingFeedStatus: 'inactive' }, token)).status).toBe(403)
    })

    test('an admin who becomes a member loses the role and the sessions', async () => {
      const { token, userId } = await server.signIn(named('Operations · Tasks · list'))
      const { status, body } = await edit(userId, { type: 'member' })
      expect(status).toBe(200)
      expect(body.data.role).toBeNull()
      expect((await server.call('tasks.list', { token })).status).toBe(401)
    })
  })

  describe('states', () => {
    test('active and inactive swap, pending becomes active', async () => {
      const person = await member({ status: 'pending' })
      expect((await toggle(person._id)).body.data.status).toBe('active')
      expect((await toggle(person._id)).body.data.status).toBe('inactive')
      expect((await toggle(person._id)).body.data.status).toBe('active')
    })

    test('HEAD and OPTIONS run neither of the calls that change something', async () => {
      const person = await member()
      for (const path of ['change/status', 'delete']) {
        for (const method of ['HEAD', 'OPTIONS'] as const) {
          await server.app.inject({
            method,
            url: `/api/admin/user/${path}/${person._id}`,
            headers: { authorization: `Bearer ${owner.token}` },
          })
        }
      }
      const { body } = await server.call('users.details', {
        token: owner.token,
        params: { id: person._id },
      })
      expect(body.data).toEqual(person)
    })

    test('deactivated, a person is out at once, and stays out when activated again', async () => {
      const { token, userId } = await server.signIn(named('Operations · Tasks · list'))
      await toggle(userId)
      expect((await server.call('tasks.list', { token })).status).toBe(401)
      await toggle(userId)
      expect((await server.call('tasks.list', { token })).status).toBe(401)
    })

    test('the shopping feed is set, not swapped', async () => {
      const person = await member()
      const set = (status: unknown) =>
        server.call('users.setShoppingFeed', {
          token: owner.token,
          params: { userId: person._id },
          body: { status },
        })
      expect((await set('inactive')).body.data.shoppingFeedStatus).toBe('inactive')
      expect((await set('inactive')).body.data.version).toBe(2)
      expect((await set('active')).body.data.shoppingFeedStatus).toBe('active')
      const wrong = await set('on')
      expect(wrong.status).toBe(422)
      expect(wrong.body.errors).toMatchObject([{ path: 'status' }])
    })

    test('deleted, a person is gone with their sessions; restored, they are back', async () => {
      const { token, userId } = await server.signIn(named('Operations · Tasks · list'))
      const { body } = await remove(userId)
      mustFitContract('users.delete', body)
      expect((await server.call('tasks.list', { token })).status).toBe(401)
      const details = { token: owner.token, params: { id: userId } }
      expect((await server.call('users.details', details)).status).toBe(404)
      const all = { ...details, query: { deleted: 'all' } }
      const shown = await server.call('users.details', all)
      expect(shown.body.data).toMatchObject({ _id: userId, deletedAt: expect.any(String) })
      mustFitContract('users.details', shown.body)
      const { token: others } = await server.signIn(named('Operations · Tasks · list'))
      expect((await server.call('users.details', { ...all, token: others })).status).toBe(403)
      const nobody = { ...all, params: { id: '00000000-0000-4000-8000-000000000000' } }
      expect((await server.call('users.details', nobody)).body.message).toContain('permanently')
      expect((await remove(userId)).status).toBe(404)
      expect((await edit(userId, { name: 'x' })).body.message).toContain('Restore')
      const restored = await server.call('users.restore', details)
      expect(restored.status).toBe(200)
      expect((await server.call('users.details', details)).status).toBe(200)
      expect((await server.call('tasks.list', { token })).status).toBe(401)
    })

    test('a restore finds its address taken', async () => {
      const person = await member()
      await remove(person._id)
      await member({ email: person.email.toUpperCase() })
      const { status, body } = await server.call('users.restore', {
        token: owner.token,
        params: { id: person._id },
      })
      expect(status).toBe(409)
      expect(body.code).toBe('taken')
      expect(body.errors).toMatchObject([{ path: 'email' }])
    })

    test('a role that was deleted meanwhile does not come back with its person', async () => {
      const role = await createRole(server.db, [])
      const { id } = await createAdmin(server.db, role)
      await remove(id)
      await server.call('roles.delete', { token: owner.token, params: { id: role } })
      const { body } = await server.call('users.restore', { token: owner.token, params: { id } })
      expect(body.data.role).toBeNull()
    })

    test('nobody is activated with a deleted role', async () => {
      const role = await createRole(server.db, [])
      const { id } = await createAdmin(server.db, role, { status: 'inactive' })
      await server.call('roles.delete', { token: owner.token, params: { id: role } })
      const { status, body } = await toggle(id)
      expect(status).toBe(409)
      expect(body.code).toBe('conflict')
      expect(body.message).toContain('another role or restore it first')
    })
  })

  test('what a person did lately', async () => {
    const { token, userId } = await server.signIn(named('Operations · Tasks · list'))
    for (let i = 0; i < 3; i += 1) await server.call('tasks.list', { token })
    const { status, body } = await server.call('users.activity', {
      token: owner.token,
      params: { id: userId },
    })
    expect(status).toBe(200)
    mustFitContract('users.activity', body)
    expect(body.data.signIns).toHaveLength(1)
    expect(body.data.days).toHaveLength(30)
    expect(body.data.days.at(-1)).toBe(3)
    expect(body.data.uses).toEqual([
      {
        permission: named('Operations · Tasks · list')[0],
        requests: 3,
        lastDay: new Date().toISOString().slice(0, 10),
      },
    ])
    await server.call('session.logout', { token })
    const after = await server.call('users.activity', {
      token: owner.token,
      params: { id: userId },
    })
    expect(after.body.data.signIns).toHaveLength(1)
  })

  test('events are found by their host', async () => {
    const host = await member()
    const [id = ''] = await create(server.db, 'events', { host_id: host._id })
    await create(server.db, 'events', { host_id: null })
    const { body } = await server.call('events.list', {
      token: owner.token,
      query: { host: host._id },
    })
    expect(body.data.events.map(({ _id }: { _id: string }) => _id)).toEqual([id])
    expect(body.data.pagination.total).toBe(1)
  })
})
