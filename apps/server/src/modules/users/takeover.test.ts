import { allPermissions, permission } from '@steward/contract/permissions/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goodPassword, type Staff, signInAs } from '../../testing/accounts.ts'
import { oneEngine } from '../../testing/database.ts'
import { nextNumber } from '../../testing/factories.ts'
import { type Mailbox, openMailbox, tokenIn } from '../../testing/mailbox.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

describe.each(oneEngine)('taking an account over, on %s', (engine) => {
  let t: TestApp
  let mailbox: Mailbox
  let owner: Staff
  beforeAll(async () => {
    mailbox = await openMailbox()
    t = await startTestApp(engine, { smtpUrl: mailbox.url })
    owner = await signInAs(t, 'owner')
  })
  afterAll(async () => {
    await t.dispose()
    await mailbox.close()
  })

  const address = () => `somebody-${nextNumber()}@example.com`
  const edit = (token: string, id: string, body: object) =>
    t.call('users.update', { token, params: { id }, body })

  test('an owner is out of reach for whoever holds every permission and is none', async () => {
    const almighty = await signInAs(t, allPermissions)
    const other = await signInAs(t, 'owner')
    const params = { id: other.id }
    const token = almighty.token
    const tried = [
      await edit(token, other.id, { name: 'Somebody else' }),
      await edit(token, other.id, { email: address() }),
      await edit(token, other.id, { role: almighty.roleId }),
      await t.call('users.changeStatus', { token, params }),
      await t.call('users.delete', { token, params }),
    ]
    await t.call('users.delete', { token: owner.token, params })
    tried.push(await t.call('users.restore', { token, params }))
    expect(tried.map(({ status, body }) => [status, body.code])).toEqual(
      tried.map(() => [409, 'unsafe']),
    )
    expect(tried[0]?.body.message).toContain('only an owner can change this account')
  })

  test('no owner gives up being one, not even for a role with every permission', async () => {
    const other = await signInAs(t, 'owner')
    const { roleId } = await signInAs(t, allPermissions)
    const { status, body } = await edit(other.token, other.id, { role: roleId })
    expect([status, body.code]).toEqual([409, 'unsafe'])
    expect(body.message).toContain('can’t remove your own owner role')
  })

  test('a link that went to a mistyped address is dead once that is mended', async () => {
    const [wrong, right] = [address(), address()]
    const { body } = await t.call('users.create', {
      token: owner.token,
      body: { name: 'Invited', email: wrong, type: 'admin', role: owner.roleId },
    })
    const first = tokenIn(await mailbox.take(wrong, /staff account/))
    const mended = await edit(owner.token, body.data._id, { email: right })
    expect(mended.body.message).toContain(`sent to ${right}`)
    const reset = (token: string) =>
      t.call('accounts.resetPassword', { body: { token, password: goodPassword } })
    expect((await reset(first)).body.code).toBe('dead_link')
    expect((await reset(tokenIn(await mailbox.take(right, /staff account/)))).status).toBe(200)
  })

  test('one’s own address asks for the password; the old address is told', async () => {
    const staff = await signInAs(t, [permission('Users', 'Admins', 'update')])
    const email = address()
    const change = (more: object) => edit(staff.token, staff.id, { email, ...more })
    const without = await change({})
    expect([without.status, without.body.errors[0].path]).toEqual([422, 'currentPassword'])
    const wrong = await change({ currentPassword: 'not this one' })
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([422, 'currentPassword'])
    // The rest of one's own account needs none, nor does an address that stays.
    const same = await edit(staff.token, staff.id, { email: staff.email, phone: '+43 1' })
    expect(same.status).toBe(200)
    const done = await change({ currentPassword: staff.password })
    expect([done.status, done.body.data.email]).toEqual([200, email])
    const told = await mailbox.take(staff.email, /address has been changed/)
    expect(told.text).not.toContain(email)
  })
})
