import { permission } from '@steward/contract/permissions/permissions'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  callFrom,
  changeRole,
  codeOf,
  type Staff,
  signInAs,
  turnOnTotp,
} from '../../testing/accounts.ts'
import { concurrently } from '../../testing/concurrently.ts'
import { oneEngine } from '../../testing/database.ts'
import { type Mailbox, openMailbox } from '../../testing/mailbox.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'

// A code holds for 30 seconds: the clock stands still, so that none ends within a test.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
})
afterEach(() => {
  vi.useRealTimers()
})

describe.each(oneEngine)('the second factor on %s', (engine) => {
  let t: TestApp
  let mailbox: Mailbox
  beforeAll(async () => {
    mailbox = await openMailbox()
    t = await startTestApp(engine, { smtpUrl: mailbox.url })
  })
  afterAll(async () => {
    await t.dispose()
    await mailbox.close()
  })

  const login = ({ email, password }: Pick<Staff, 'email' | 'password'>, code?: unknown) =>
    t.call('session.login', { body: { email, password, ...(code === undefined ? {} : { code }) } })
  const state = async (token: string) => (await t.call('secondFactor.own', { token })).body.data

  test('codes of an app: set up, confirmed, asked for, taken', async () => {
    const person = await signInAs(t, [])
    const { token, password, email } = person
    const wrong = await t.call('secondFactor.startTotp', { token, body: { password: 'no' } })
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([422, 'password'])

    const started = await t.call('secondFactor.startTotp', { token, body: { password } })
    mustFitContract('secondFactor.startTotp', started.body)
    const { key, uri, qr } = started.body.data
    expect(new URL(uri).searchParams.get('secret')).toBe(key)
    expect(decodeURIComponent(uri)).toContain(`Steward:${email}`)
    expect(Buffer.from(qr.split(',')[1], 'base64').toString()).toMatch(/^<svg/)
    expect((await state(token)).on).toBe(false)
    expect((await login(person)).status).toBe(200)

    const bad = await t.call('secondFactor.confirmTotp', { token, body: { code: '000000' } })
    expect([bad.status, bad.body.errors[0].path]).toEqual([422, 'code'])
    const spaced = codeOf(key, -1).replace(/^(...)/, '$1 ')
    const confirmed = await t.call('secondFactor.confirmTotp', { token, body: { code: spaced } })
    mustFitContract('secondFactor.confirmTotp', confirmed.body)
    expect(confirmed.body.data.recoveryCodes).toHaveLength(10)
    expect(new Set(confirmed.body.data.recoveryCodes).size).toBe(10)
    expect(confirmed.body.data.secondFactor).toMatchObject({ on: true, recoveryCodesLeft: 10 })
    await mailbox.take(email, /second factor/)

    const asked = await login(person)
    expect([asked.status, asked.body.code]).toEqual([401, 'second_factor_required'])
    expect(asked.body.data).toEqual({
      secondFactor: true,
      methods: ['totp', 'recovery'],
      passkey: null,
    })
    expect(asked.body.errors).toBeUndefined()
    const refused = await login(person, '000000')
    expect(refused.body).toMatchObject({
      code: 'second_factor_required',
      errors: [{ path: 'code' }],
    })
    const accepted = await login(person, codeOf(key))
    expect(accepted.status).toBe(200)
    expect((await t.call('profile.own', { token: accepted.body.data.token })).status).toBe(200)
  })

  test('turning the first factor on ends the sessions that were begun without one', async () => {
    const person = await signInAs(t, [])
    const other = (await login(person)).body.data.token
    await turnOnTotp(t, person.token, person.password)
    expect((await t.call('profile.own', { token: other })).status).toBe(401)
    expect((await t.call('profile.own', { token: person.token })).status).toBe(200)
  })

  test('a clock may be off by one step, not by more', async () => {
    const person = await signInAs(t, [])
    const { key } = await turnOnTotp(t, person.token, person.password)
    for (const steps of [-2, -3, 2, 3]) {
      expect((await login(person, codeOf(key, steps))).status).toBe(401)
    }
    expect((await login(person, codeOf(key, 1))).status).toBe(200)
  })

  test('class: the same code in parallel, and once more', async () => {
    const person = await signInAs(t, [])
    const { key } = await turnOnTotp(t, person.token, person.password)
    const code = codeOf(key)
    const answers = await Promise.all(Array.from({ length: 6 }, () => login(person, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await login(person, code)).status).toBe(401)
    // An older code is dead with the newer one.
    expect((await login(person, codeOf(key, -1))).status).toBe(401)
  })

  test('class: recovery-code reuse, and the same code in parallel', async () => {
    const person = await signInAs(t, [])
    const { recoveryCodes } = await turnOnTotp(t, person.token, person.password)
    const [first = '', second = ''] = recoveryCodes
    expect((await login(person, ` ${first.toUpperCase().replaceAll('-', ' ')}`)).status).toBe(200)
    expect((await login(person, first)).status).toBe(401)
    const mail = await mailbox.take(person.email, /second factor/)
    expect(mail.text).toMatch(/authenticator app was added|recovery code was used/)
    const answers = await Promise.all(Array.from({ length: 6 }, () => login(person, second)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const signedIn = answers.find(({ status }) => status === 200)
    expect((await state(signedIn?.body.data.token)).recoveryCodesLeft).toBe(8)
  })

  // Logins alone are spread out by their hashing: here each has found its code before one is used.
  test.skipIf(engine === 'embedded')(
    'class: the same code in parallel, at the very same moment',
    async () => {
      const person = await signInAs(t, [])
      const { key, recoveryCodes } = await turnOnTotp(t, person.token, person.password)
      const cases = [
        ['recovery_codes', recoveryCodes[4]],
        ['totp', codeOf(key)],
      ] as const
      for (const [table, code] of cases) {
        const answers = await concurrently(
          t,
          (tx) => sql`select * from ${sql.table(table)} for update`.execute(tx),
          () => Array.from({ length: 4 }, () => login(person, code)),
        )
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      }
    },
  )

  test('new recovery codes kill the old ones', async () => {
    const person = await signInAs(t, [])
    const { token, password } = person
    const none = await t.call('secondFactor.newRecoveryCodes', { token, body: { password } })
    expect(none.body.code).toBe('conflict')
    const { recoveryCodes: old } = await turnOnTotp(t, token, password)
    const { body } = await t.call('secondFactor.newRecoveryCodes', { token, body: { password } })
    mustFitContract('secondFactor.newRecoveryCodes', body)
    expect((await login(person, old[3])).status).toBe(401)
    expect((await login(person, body.data.recoveryCodes[3])).status).toBe(200)
  })

  test('codes of one person are no good for another', async () => {
    const [one, other] = [await signInAs(t, []), await signInAs(t, [])]
    const { recoveryCodes } = await turnOnTotp(t, one.token, one.password)
    await turnOnTotp(t, other.token, other.password)
    expect((await login(other, recoveryCodes[0])).status).toBe(401)
    expect((await login(one, recoveryCodes[0])).status).toBe(200)
  })

  test('class: guessing codes: a right password does not clear the way', async () => {
    const person = await signInAs(t, [])
    const { key } = await turnOnTotp(t, person.token, person.password)
    const statuses: number[] = []
    for (let i = 0; i < 12; i += 1) {
      // A right password without a code in between must not begin the count anew.
      const { email, password } = person
      await callFrom(t, `10.7.0.${i}`, 'session.login', { email, password })
      const guess = { email, password, code: String(100_000 + i) }
      statuses.push((await callFrom(t, `10.7.1.${i}`, 'session.login', guess)).status)
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401))
    expect(statuses.slice(10)).toEqual([429, 429])
    // Codes have a count of their own, which outlives the one of the sign-in.
    await t.db.deleteFrom('attempts').where('key', 'like', 'sign-in:%').execute()
    const { email, password } = person
    const away = { email, password, code: codeOf(key) }
    expect((await callFrom(t, '10.7.1.99', 'session.login', away)).status).toBe(429)
    expect((await login(person)).status).toBe(401)
  })

  test('signing in with a code a hundred times never shuts an address out', async () => {
    const person = await signInAs(t, [])
    await turnOnTotp(t, person.token, person.password)
    for (let i = 0; i < 25; i += 1) {
      const { email, password } = person
      const { status } = await callFrom(t, '10.7.2.1', 'session.login', { email, password })
      expect(status).toBe(401)
    }
    const { email } = person
    const last = await callFrom(t, '10.7.2.1', 'session.login', { email, password: 'wrong' })
    expect(last.body.code).toBe('wrong_credentials')
  })

  test('class: truthy-string coercion', async () => {
    const person = await signInAs(t, [])
    await turnOnTotp(t, person.token, person.password)
    for (const code of [true, 1, {}, [], ['123456'], { $ne: null }]) {
      expect((await login(person, code)).status).toBe(422)
    }
    for (const code of ['', ' ', null, 'true', '\u0000', '0'.repeat(100)]) {
      const { status } = await login(person, code)
      expect(status).toBe(401)
    }
  })

  test('secrets and codes are not in the database as they are', async () => {
    const person = await signInAs(t, [])
    const { key, recoveryCodes } = await turnOnTotp(t, person.token, person.password)
    const totp = await t.db.selectFrom('totp').selectAll().execute()
    const codes = await t.db.selectFrom('recovery_codes').selectAll().execute()
    const everything = JSON.stringify([totp, codes], (_, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    )
    expect(everything).not.toContain(key)
    for (const code of recoveryCodes) {
      expect(everything).not.toContain(code)
      expect(everything).not.toContain(code.replaceAll('-', ''))
    }
  })

  test('turning codes off asks for the password, and takes the recovery codes along', async () => {
    const person = await signInAs(t, [])
    const { token, password } = person
    await turnOnTotp(t, token, password)
    const wrong = await t.call('secondFactor.removeTotp', { token, body: { password: 'no' } })
    expect(wrong.status).toBe(422)
    const { status, body } = await t.call('secondFactor.removeTotp', { token, body: { password } })
    expect(status).toBe(200)
    mustFitContract('secondFactor.removeTotp', body)
    expect(body.data).toMatchObject({ on: false, totp: null, recoveryCodesLeft: 0 })
    expect((await login(person)).status).toBe(200)
    await mailbox.take(person.email, /second factor/)
  })

  test('guessing the password of a session that was taken over is held to a limit', async () => {
    const { token, password } = await signInAs(t, [])
    const guess = (word: string) =>
      t.call('secondFactor.startTotp', { token, body: { password: word } })
    for (let i = 0; i < 10; i += 1) expect((await guess('wrong')).status).toBe(422)
    expect((await guess(password)).status).toBe(429)
  })

  test('a role that requires a factor lets its people do nothing before they have one', async () => {
    const list = permission('Operations', 'Tasks', 'list')
    const person = await signInAs(t, [list])
    const owner = await signInAs(t, 'owner')
    expect((await t.call('tasks.list', { token: person.token })).status).toBe(200)
    const changed = await t.call('roles.updateSecurity', {
      token: owner.token,
      body: { _id: person.roleId, requireSecondFactor: true },
    })
    expect(changed.body.data).toMatchObject({ requireSecondFactor: true, version: 2 })
    mustFitContract('roles.updateSecurity', changed.body)

    const signedIn = await login(person)
    expect(signedIn.body.data.secondFactorMissing).toBe(true)
    const { token } = signedIn.body.data
    for (const name of ['tasks.list', 'permissions.own', 'dashboard.counts'] as const) {
      const { status, body } = await t.call(name, { token })
      expect([status, body.code]).toEqual([403, 'second_factor_missing'])
    }
    for (const name of ['profile.own', 'profile.sessions', 'secondFactor.own'] as const) {
      expect((await t.call(name, { token })).status).toBe(200)
    }
    await turnOnTotp(t, token, person.password)
    expect((await t.call('tasks.list', { token })).status).toBe(200)
    const kept = await t.call('secondFactor.removeTotp', {
      token,
      body: { password: person.password },
    })
    expect([kept.status, kept.body.code]).toEqual([409, 'unsafe'])
    expect((await state(token)).on).toBe(true)
    expect((await t.call('session.logout', { token })).status).toBe(200)
  })

  test('an owner can clear the factor of another, and nobody else can', async () => {
    const person = await signInAs(t, [])
    await turnOnTotp(t, person.token, person.password)
    const params = { id: person.id }
    const view = permission('Users', 'Admins', 'view')
    const update = permission('Users', 'Admins', 'update')
    const staff = await signInAs(t, [view, update])
    const seen = await t.call('secondFactor.ofUser', { token: staff.token, params })
    mustFitContract('secondFactor.ofUser', seen.body)
    const factor = { on: true, totp: true, passkeys: 0, required: false }
    expect(seen.body.data).toEqual({ ...factor, mayClear: false })
    const refused = await t.call('secondFactor.clear', { token: staff.token, params })
    expect([refused.status, refused.body.code]).toEqual([403, 'not_permitted'])
    const owner = await signInAs(t, 'owner')
    const asOwner = await t.call('secondFactor.ofUser', { token: owner.token, params })
    expect(asOwner.body.data).toEqual({ ...factor, mayClear: true })
    const own = await t.call('secondFactor.clear', {
      token: owner.token,
      params: { id: owner.id },
    })
    expect(own.body.code).toBe('unsafe')
    const { status } = await t.call('secondFactor.clear', { token: owner.token, params })
    expect(status).toBe(200)
    expect((await t.call('profile.own', { token: person.token })).status).toBe(401)
    expect((await login(person)).status).toBe(200)
    const one = await mailbox.take(person.email, /second factor/)
    const other = await mailbox.take(person.email, /second factor/)
    expect(one.text + other.text).toContain('removed your second factor')
  })

  test('a role’s safety is changed by who may change the role, and holds all of it', async () => {
    const update = permission('Roles', 'Roles', 'update')
    const staff = await signInAs(t, [update])
    const wide = await signInAs(t, [permission('Operations', 'Bills', 'delete')])
    const change = (token: string, _id: string, more: object = { maxSessions: 1 }) =>
      t.call('roles.updateSecurity', { token, body: { _id, ...more } })
    expect((await change(staff.token, wide.roleId)).status).toBe(403)
    const owner = await signInAs(t, 'owner')
    expect((await change(owner.token, owner.roleId)).body.code).toBe('unsafe')
    const stale = await change(owner.token, wide.roleId, { maxSessions: 2, version: 7 })
    expect([stale.status, stale.body.code, stale.body.data._id]).toEqual([
      409,
      'out_of_date',
      wide.roleId,
    ])
    const done = await change(owner.token, wide.roleId, { maxSessions: 2, idleMinutes: 30 })
    expect(done.body.data).toMatchObject({ maxSessions: 2, idleMinutes: 30 })
    const cleared = await change(owner.token, wide.roleId, { maxSessions: null })
    expect(cleared.body.data).toMatchObject({ maxSessions: null, idleMinutes: 30 })
    for (const more of [{ maxSessions: 0 }, { idleMinutes: 4 }, { maxSessions: '2' }]) {
      expect((await change(owner.token, wide.roleId, more)).status).toBe(422)
    }
    const gone = '01900000-0000-7000-8000-000000000000'
    expect((await change(owner.token, gone)).status).toBe(404)
    await changeRole(t, wide.roleId, { status: 'deleted' })
    expect((await change(owner.token, wide.roleId)).status).toBe(404)
  })
})
