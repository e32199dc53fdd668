import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changePerson, type Staff, signInAs } from '../../testing/accounts.ts'
import { concurrently } from '../../testing/concurrently.ts'
import { engines, usualEngine } from '../../testing/database.ts'
import { create, createAdmin } from '../../testing/factories.ts'
import { granting, named } from '../../testing/grants.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

const bills = 'Operations · Bills · list'

describe('a role that holds more than one’s own', () => {
  let t: TestApp
  let editor: Staff
  let bigger: string
  beforeAll(async () => {
    t = await startTestApp(usualEngine)
    editor = await signInAs(
      t,
      named('Roles · Roles · update', 'Roles · Roles · restore', 'Community · Events · list'),
    )
    const made = await create(t.db, 'roles', { name: 'Bigger', permissions: granting(bills) })
    bigger = made[0] as string
  })
  afterAll(() => t.dispose())

  const update = (body: object) =>
    t.call('roles.update', { token: editor.token, body: { _id: bigger, ...body } })
  const role = (id: string) =>
    t.db.selectFrom('roles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  test('class: renaming a role beyond one’s own', async () => {
    const before = await role(bigger)
    const token = editor.token
    const tried = [
      await update({ name: 'Harmless' }),
      await update({ description: 'Give this to everybody' }),
      await update({ name: 'Harmless', permissions: granting(bills) }),
      await t.call('roles.updateImage', { token, body: { _id: bigger, image: null } }),
    ]
    expect(tried.map(({ status, body }) => [status, body.code])).toEqual(
      tried.map(() => [403, 'not_permitted']),
    )
    expect(tried[0]?.body.message).toContain('Bills')
    expect(await role(bigger)).toEqual(before)
  })

  test('what one holds oneself can still be granted there, and the same name sent along', async () => {
    const permissions = granting(bills, 'Community · Events · list')
    const { status } = await update({ name: 'Bigger', description: null, permissions })
    expect(status).toBe(200)
  })

  test('class: restoring a role gives its people what one doesn’t hold', async () => {
    const [id = ''] = await create(t.db, 'roles', {
      permissions: granting(bills),
      status: 'deleted',
      status_before_deletion: 'active',
    })
    // As the command line can leave it: it lets somebody in again, whatever their role.
    const person = await createAdmin(t.db, id)
    const restore = () => t.call('roles.restore', { token: editor.token, params: { id } })
    const refused = await restore()
    expect([refused.status, refused.body.code]).toEqual([403, 'not_permitted'])
    await changePerson(t, person.id, { status: 'inactive' })
    expect((await restore()).status).toBe(200)
  })
})

test.skipIf(!engines.includes('postgresql'))(
  'class: changing a role with a permission that is taken away at the same moment',
  async () => {
    const t = await startTestApp('postgresql')
    try {
      const editor = await signInAs(t, named('Roles · Roles · update'))
      const [_id = ''] = await create(t.db, 'roles', { permissions: [] })
      const { token } = editor
      const answers = await concurrently(
        t,
        (tx) =>
          tx
            .updateTable('roles')
            .set({ permissions: JSON.stringify([]) as never })
            .where('id', '=', editor.roleId)
            .execute(),
        () => [
          t.call('roles.update', { token, body: { _id, name: 'Another' } }),
          t.call('roles.updateSecurity', { token, body: { _id, maxSessions: 1 } }),
        ],
      )
      expect(answers.map(({ body }) => body.code)).toEqual(['not_permitted', 'not_permitted'])
    } finally {
      await t.dispose()
    }
  },
)
