import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goodPassword, type Staff, signInAs, turnOnTotp } from '../../testing/accounts.ts'
import { Authenticator } from '../../testing/authenticator.ts'
import { concurrently } from '../../testing/concurrently.ts'
import { oneEngine } from '../../testing/database.ts'
import { createAdmin, createRole, nextNumber } from '../../testing/factories.ts'
import { type Mailbox, openMailbox, tokenIn } from '../../testing/mailbox.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

const origin = 'https://staff.example.com'

describe.each(oneEngine)('what opened an account before, on %s', (engine) => {
  let t: TestApp
  let mailbox: Mailbox
  let owner: Staff
  beforeAll(async () => {
    mailbox = await openMailbox()
    t = await startTestApp(engine, { smtpUrl: mailbox.url, publicUrl: origin })
    owner = await signInAs(t, 'owner')
  })
  afterAll(async () => {
    await t.dispose()
    await mailbox.close()
  })

  const token = () => owner.token
  const own = async (token: string) => (await t.call('profile.own', { token })).status
  const login = (email: string, password: string) =>
    t.call('session.login', { body: { email, password } })
  const setStatus = (_id: string, status: 'active' | 'inactive') =>
    t.call('roles.updateStatus', { token: token(), body: { _id, status } })
  const edit = (id: string, body: object) =>
    t.call('users.update', { token: token(), params: { id }, body })
  const about = (id: string) => ({ token: token(), params: { id } })
  const mailOf = (email: string) => mailbox.take(email, /password/i)

  test('class: old tokens after a role is activated again', async () => {
    const person = await signInAs(t, [])
    expect(await own(person.token)).toBe(200)
    expect((await setStatus(person.roleId, 'inactive')).status).toBe(200)
    expect((await setStatus(person.roleId, 'active')).status).toBe(200)
    expect(await own(person.token)).toBe(401)
    expect((await login(person.email, person.password)).status).toBe(200)
  })

  test.skipIf(engine === 'embedded')(
    'class: old tokens after a role is activated again, begun at the same moment',
    async () => {
      const roleId = await createRole(t.db, [])
      const { id, email, password } = await createAdmin(t.db, roleId)
      const [answer] = await concurrently(
        t,
        (tx) =>
          tx.updateTable('roles').set({ status: 'inactive' }).where('id', '=', roleId).execute(),
        () => [login(email, password)],
      )
      expect(answer?.status).toBe(401)
      const left = await t.db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', id)
        .execute()
      expect(left).toEqual([])
    },
  )

  test('class: old tokens after a deleted role is restored (impersonations of it)', async () => {
    const _id = await createRole(t.db, [])
    const impersonation = await t.call('roles.preview', { token: token(), body: { _id } })
    expect(await own(impersonation.body.data.token)).toBe(200)
    await t.call('roles.delete', about(_id))
    await t.call('roles.restore', about(_id))
    expect(await own(impersonation.body.data.token)).toBe(401)
    expect(await own(token())).toBe(200)
  })

  test('class: old tokens after a role’s idle time is lifted', async () => {
    const person = await signInAs(t, [])
    const idle = (idleMinutes: number | null) =>
      t.call('roles.updateSecurity', { token: token(), body: { _id: person.roleId, idleMinutes } })
    await idle(30)
    await t.db
      .updateTable('sessions')
      .set({ last_seen_at: new Date(Date.now() - 31 * 60_000).toISOString() })
      .where('user_id', '=', person.id)
      .execute()
    expect((await idle(10_000)).status).toBe(200)
    expect(await own(person.token)).toBe(401)
  })

  test.each([
    { shorter: 30, longer: 10_000, idleFor: 31 },
    { shorter: null, longer: 10_000, idleFor: 121 },
    { shorter: 30, longer: null, idleFor: 31 },
  ])('class: old tokens after a role’s idle time of $shorter is undone', async (times) => {
    const person = await signInAs(t, [])
    const idle = (idleMinutes: number | null) =>
      t.call('roles.updateSecurity', { token: token(), body: { _id: person.roleId, idleMinutes } })
    await idle(times.longer)
    await idle(times.shorter)
    await t.db
      .updateTable('sessions')
      .set({ last_seen_at: new Date(Date.now() - times.idleFor * 60_000).toISOString() })
      .where('user_id', '=', person.id)
      .execute()
    const history = await t.call('auditLog.list', {
      token: token(),
      query: { record: person.roleId },
    })
    const [last] = history.body.data.entries
    expect((await t.call('auditLog.undo', about(last._id))).status).toBe(200)
    const role = await t.db
      .selectFrom('roles')
      .select('idle_minutes')
      .where('id', '=', person.roleId)
      .executeTakeFirstOrThrow()
    expect(role.idle_minutes).toBe(times.longer)
    expect(await own(person.token)).toBe(401)
  })

  test('class: old tokens after somebody without a role has one again', async () => {
    const person = await signInAs(t, [])
    expect((await edit(person.id, { role: null })).status).toBe(200)
    expect((await edit(person.id, { role: person.roleId })).status).toBe(200)
    expect(await own(person.token)).toBe(401)
  })

  test('class: old tokens after a deactivation (sessions, and links in mails)', async () => {
    const person = await signInAs(t, [])
    await t.call('accounts.forgotPassword', { body: { email: person.email } })
    const link = tokenIn(await mailOf(person.email))
    const check = () => t.call('accounts.checkLink', { body: { token: link } })
    expect((await check()).status).toBe(200)
    await t.call('users.changeStatus', about(person.id))
    await t.call('users.changeStatus', about(person.id))
    expect(await own(person.token)).toBe(401)
    expect((await check()).body.code).toBe('dead_link')
  })

  test('class: old tokens after a restore (session, password, link, passkey)', async () => {
    const person = await signInAs(t, [])
    const { email, password } = person
    const key = new Authenticator()
    const begun = await t.call('secondFactor.passkeyOptions', {
      token: person.token,
      body: { password },
    })
    const { challengeId, options } = begun.body.data
    const response = key.create(options, { origin })
    await t.call('secondFactor.addPasskey', {
      token: person.token,
      body: { challengeId, response, name: 'Key' },
    })
    await t.call('accounts.forgotPassword', { body: { email } })
    const link = tokenIn(await mailOf(email))

    await t.call('users.delete', about(person.id))
    const restored = await t.call('users.restore', about(person.id))
    expect(restored.status).toBe(200)
    expect(restored.body.message).toContain(`a new one was sent to ${email}`)
    expect(await own(person.token)).toBe(401)
    expect((await login(email, password)).body.code).toBe('wrong_credentials')
    expect((await t.call('accounts.checkLink', { body: { token: link } })).status).toBe(400)
    const byPasskey = async () => {
      const { data } = (await t.call('session.passkeyOptions')).body
      const answer = key.get(data.options, { origin })
      return t.call('session.passkeyLogin', {
        body: { challengeId: data.challengeId, response: answer },
      })
    }
    expect((await byPasskey()).body.code).toBe('account_not_ready')

    const mail = await mailbox.take(email, /has been restored/)
    const set = await t.call('accounts.resetPassword', {
      body: { token: tokenIn(mail), password: goodPassword },
    })
    expect(set.status).toBe(200)
    // The second factor is still theirs.
    expect((await login(email, goodPassword)).body.code).toBe('second_factor_required')
    expect((await byPasskey()).status).toBe(200)
  })

  test('restored while deactivated, somebody gets the link once they may sign in', async () => {
    const { id, email, password } = await signInAs(t, [])
    await t.call('users.changeStatus', about(id))
    await t.call('users.delete', about(id))
    const { body } = await t.call('users.restore', about(id))
    expect(body.message).toContain('need a new password')
    const activated = await t.call('users.changeStatus', about(id))
    expect(activated.body.message).toContain(`sent to ${email}`)
    expect((await login(email, password)).body.code).toBe('wrong_credentials')
    expect(tokenIn(await mailbox.take(email, /staff account/))).toBeTruthy()
  })

  test('class: old tokens after somebody was no admin for a while (password)', async () => {
    const { id, email, password, roleId } = await signInAs(t, [])
    expect((await edit(id, { type: 'member' })).status).toBe(200)
    const again = await edit(id, { type: 'admin', role: roleId })
    expect(again.body.message).toContain(`sent to ${email}`)
    expect((await login(email, password)).body.code).toBe('wrong_credentials')
  })

  test('a second factor outlives a restore: only an owner takes one away', async () => {
    const person = await signInAs(t, [])
    await turnOnTotp(t, person.token, person.password)
    await t.call('users.delete', about(person.id))
    await t.call('users.restore', about(person.id))
    const { body } = await t.call('secondFactor.ofUser', about(person.id))
    expect(body.data).toMatchObject({ on: true, totp: true })
  })

  test('a registration that was declined and restored gets a password when it is approved', async () => {
    const email = `declined-${nextNumber()}@example.com`
    const { id } = await createAdmin(t.db, null, { email, status: 'pending' })
    await t.call('accounts.decline', about(id))
    await t.call('users.restore', about(id))
    const body = { role: await createRole(t.db, []) }
    expect((await t.call('accounts.approve', { ...about(id), body })).status).toBe(200)
    expect(tokenIn(await mailbox.take(email, /Your staff account/))).toBeTruthy()
  })
})
