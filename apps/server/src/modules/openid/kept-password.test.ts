import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changePerson, type Staff, signInAs } from '../../testing/accounts.ts'
import { Authenticator } from '../../testing/authenticator.ts'
import { usualEngine } from '../../testing/database.ts'
import { type Mailbox, openMailbox } from '../../testing/mailbox.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

const here = { origin: 'https://staff.example.com' }
const words = 'Passwords are turned off here. Please sign in with your organisation’s account.'

describe('passwords and passkeys that are kept while others are off', () => {
  let mailbox: Mailbox
  let t: TestApp
  let keeper: Staff
  let other: Staff
  let staff: Staff
  const keys = new Map<string, Authenticator>()
  beforeAll(async () => {
    mailbox = await openMailbox()
    t = await startTestApp(usualEngine, { publicUrl: here.origin, smtpUrl: mailbox.url })
    keeper = await signInAs(t, 'owner', { name: 'Ada Keeper' })
    other = await signInAs(t, 'owner', { name: 'Ben Owner' })
    staff = await signInAs(t, [])
    for (const person of [keeper, other, staff]) await addPasskey(person)
    await t.call('openid.keepPassword', { token: keeper.token, body: { keep: true } })
    // The row is left as one stops being an owner, and means nothing then.
    await sql`insert into kept_passwords (user_id) values (${staff.id})`.execute(t.db)
    await sql`insert into sign_in_settings (passwords_off) values (true)
      on conflict (only_row) do update set passwords_off = true`.execute(t.db)
  })
  afterAll(async () => {
    await t.dispose()
    await mailbox.close()
  })
  beforeEach(async () => {
    await t.db.deleteFrom('attempts').execute()
  })

  const addPasskey = async ({ id, token, password }: Staff) => {
    const key = new Authenticator()
    const begun = await t.call('secondFactor.passkeyOptions', { token, body: { password } })
    const { challengeId, options } = begun.body.data
    const body = { challengeId, response: key.create(options, here), name: 'Phone' }
    expect((await t.call('secondFactor.addPasskey', { token, body })).status).toBe(201)
    keys.set(id, key)
  }
  const answerOf = (
    { id }: Staff,
    { challengeId, options }: { challengeId: string; options: object },
  ) => ({
    challengeId,
    response: keys.get(id)?.get(options, here),
  })
  const byPasskey = async (person: Staff) => {
    const begun = await t.call('session.passkeyOptions')
    return await t.call('session.passkeyLogin', { body: answerOf(person, begun.body.data) })
  }
  const byPassword = async (person: Staff) => {
    const { email, password } = person
    const asked = await t.call('session.login', { body: { email, password } })
    if (asked.body.code !== 'second_factor_required') return asked
    const passkey = answerOf(person, asked.body.data.passkey)
    return await t.call('session.login', { body: { email, password, passkey } })
  }
  const toldTo = ({ email }: Staff) =>
    mailbox.mails.filter(({ to, subject }) => to.includes(email) && /kept password/.test(subject))
  const lastSignIn = async () => {
    const query = { action: 'sign-in', limit: 1 }
    const { body } = await t.call('auditLog.list', { token: keeper.token, query })
    return body.data.entries[0]
  }

  test('nobody else’s signs in, by neither way', async () => {
    for (const person of [other, staff])
      for (const attempt of [byPasskey, byPassword]) {
        const { status, body } = await attempt(person)
        expect([status, body.code, body.message]).toEqual([403, 'account_not_ready', words])
      }
    expect(mailbox.mails.filter(({ subject }) => /kept password/.test(subject))).toEqual([])
  })

  test.each([
    ['password', byPassword],
    ['passkey', byPasskey],
  ])('a kept %s signs in, is told to every owner by mail, and logged', async (what, attempt) => {
    expect((await attempt(keeper)).status).toBe(200)
    for (const owner of [keeper, other]) {
      const mail = await mailbox.take(owner.email, /kept password was used/)
      expect(mail.text).toContain('Ada Keeper has signed in with a password or passkey')
    }
    expect(toldTo(staff)).toEqual([])
    expect(await lastSignIn()).toMatchObject({
      area: 'accounts',
      detail: `With a kept ${what}, while passwords are off`,
      record: { _id: keeper.id, title: 'Ada Keeper' },
    })
  })

  test('a wrong password of a keeper is told to nobody', async () => {
    const body = { email: keeper.email, password: 'a wrong long password' }
    expect((await t.call('session.login', { body })).status).toBe(401)
    await byPassword(keeper)
    await mailbox.take(keeper.email, /kept password was used/)
    expect(toldTo(keeper)).toEqual([])
  })

  test('within a session a passkey still confirms who one is; a password doesn’t', async () => {
    const { token, password } = staff
    await sql`update sessions set proved_at = now() - interval '20 minutes'
      where user_id = ${staff.id}`.execute(t.db)
    const refused = await t.call('profile.stepUp', { token, body: { password } })
    expect([refused.status, refused.body.message]).toEqual([403, words])
    const begun = await t.call('profile.stepUpOptions', { token })
    const { status } = await t.call('profile.stepUp', {
      token,
      body: answerOf(staff, begun.body.data),
    })
    expect(status).toBe(200)
  })

  test('who is no owner any more keeps none', async () => {
    await changePerson(t, keeper.id, { role_id: staff.roleId })
    for (const attempt of [byPasskey, byPassword]) expect((await attempt(keeper)).status).toBe(403)
    await changePerson(t, keeper.id, { role_id: keeper.roleId })
    expect((await byPasskey(keeper)).status).toBe(200)
  })
})
