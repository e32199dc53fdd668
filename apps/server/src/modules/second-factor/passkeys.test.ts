import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  changePerson,
  changeRole,
  type Staff,
  signInAs,
  turnOnTotp,
} from '../../testing/accounts.ts'
import { Authenticator } from '../../testing/authenticator.ts'
import { oneEngine, usualEngine } from '../../testing/database.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'
import { relyingParty } from './relying-party.ts'

const origin = 'https://staff.example.com'
const here = { origin }

test('passkeys are made for a domain over https, or for this machine', () => {
  expect(relyingParty('https://staff.example.com/back')).toEqual({
    id: 'staff.example.com',
    origins: ['https://staff.example.com'],
  })
  const local = { id: 'localhost', origins: ['http://localhost:4000'] }
  expect(relyingParty('http://127.0.0.1:4000')).toEqual(local)
  expect(relyingParty('http://[::1]:4000')).toEqual(local)
  expect(relyingParty('http://localhost:4000')).toEqual(local)
  for (const url of ['http://staff.example.com', 'https://192.0.2.1', 'https://[2001:db8::1]']) {
    expect(relyingParty(url)).toBeNull()
  }
})

describe.each(oneEngine)('passkeys on %s', (engine) => {
  let t: TestApp
  beforeAll(async () => {
    t = await startTestApp(engine, { publicUrl: origin })
  })
  afterAll(() => t.dispose())

  const add = async ({ token, password }: Staff, key = new Authenticator(), name = 'My phone') => {
    const begun = await t.call('secondFactor.passkeyOptions', { token, body: { password } })
    mustFitContract('secondFactor.passkeyOptions', begun.body)
    const { challengeId, options } = begun.body.data
    const response = key.create(options, here)
    const answer = await t.call('secondFactor.addPasskey', {
      token,
      body: { challengeId, response, name },
    })
    return { key, answer, challengeId, response }
  }
  const begin = async () => (await t.call('session.passkeyOptions')).body.data
  const signIn = async (key: Authenticator, behaviour: object = {}) => {
    const { challengeId, options } = await begin()
    const response = key.get(options, { ...here, ...behaviour })
    return t.call('session.passkeyLogin', { body: { challengeId, response } })
  }
  const login = ({ email, password }: Staff, more: object = {}) =>
    t.call('session.login', { body: { email, password, ...more } })

  test('a passkey signs in without a password', async () => {
    const person = await signInAs(t, [])
    const { key, answer } = await add(person)
    expect(answer.status).toBe(201)
    mustFitContract('secondFactor.addPasskey', answer.body)
    expect(answer.body.data.recoveryCodes).toHaveLength(10)
    expect(answer.body.data.secondFactor.passkeys).toMatchObject([{ name: 'My phone' }])
    const { status, body } = await signIn(key)
    expect(status).toBe(200)
    mustFitContract('session.passkeyLogin', body)
    expect(body.data.admin._id).toBe(person.id)
    const { token } = body.data
    const own = await t.call('secondFactor.own', { token })
    expect(own.body.data.passkeys[0].lastUsedAt).not.toBeNull()
  })

  test('class: passkeys of one person without end', async () => {
    const person = await signInAs(t, [])
    for (let n = 0; n < 20; n += 1) expect((await add(person)).answer.status).toBe(201)
    const { answer } = await add(person)
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'You already have 20 passkeys. Remove one first.',
    ])
  })

  test('a passkey is a second factor beside the password', async () => {
    const person = await signInAs(t, [])
    const { key } = await add(person)
    const asked = await login(person)
    expect([asked.status, asked.body.code]).toEqual([401, 'second_factor_required'])
    expect(asked.body.data.methods).toEqual(['passkey', 'recovery'])
    const { challengeId, options } = asked.body.data.passkey
    expect(options.allowCredentials).toMatchObject([{ id: key.id }])
    // A security key without a PIN will do here, beside the password.
    const response = key.get(options, { ...here, verifies: false })
    expect((await login(person, { passkey: { challengeId, response } })).status).toBe(200)
  })

  test('class: a passkey’s answer sent again, and in parallel', async () => {
    const { key } = await add(await signInAs(t, []))
    const { challengeId, options } = await begin()
    const response = key.get(options, { ...here, counts: false })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        t.call('session.passkeyLogin', { body: { challengeId, response } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const again = await t.call('session.passkeyLogin', { body: { challengeId, response } })
    expect([again.status, again.body.code]).toEqual([401, 'wrong_credentials'])
  })

  test('a challenge is good for what and whom it was made for alone, and for five minutes', async () => {
    const [one, other] = [await signInAs(t, []), await signInAs(t, [])]
    const { key } = await add(one)
    const { key: others } = await add(other)
    const asked = (await login(one)).body.data.passkey
    // One's second factor as a sign-in of its own; another's passkey for one's challenge.
    const response = key.get(asked.options, here)
    const alone = await t.call('session.passkeyLogin', {
      body: { challengeId: asked.challengeId, response },
    })
    expect(alone.status).toBe(401)
    const foreign = others.get(asked.options, here)
    const wrong = await login(one, {
      passkey: { challengeId: asked.challengeId, response: foreign },
    })
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([401, 'passkey'])
    const late = await begin()
    await t.db
      .updateTable('passkey_challenges')
      .set({ expires_at: new Date(Date.now() - 1).toISOString() })
      .execute()
    const { status } = await t.call('session.passkeyLogin', {
      body: { challengeId: late.challengeId, response: key.get(late.options, here) },
    })
    expect(status).toBe(401)
  })

  test('an answer from another site, or one that nobody verified, signs nobody in', async () => {
    const { key } = await add(await signInAs(t, []))
    expect((await signIn(key, { origin: 'https://staff.example.com.evil.example' })).status).toBe(
      401,
    )
    expect((await signIn(key, { verifies: false })).status).toBe(401)
    expect((await signIn(new Authenticator())).status).toBe(401)
    const { challengeId, options } = await begin()
    const response = key.get(options, here)
    const forged = { ...response, response: { ...response.response, signature: 'AAAA' } }
    const { status } = await t.call('session.passkeyLogin', {
      body: { challengeId, response: forged },
    })
    expect(status).toBe(401)
    const handles = [
      undefined,
      'AAAA',
      Buffer.from((await signInAs(t, [])).id).toString('base64url'),
    ]
    for (const userHandle of handles) {
      const next = await begin()
      const honest = key.get(next.options, here)
      const other = await t.call('session.passkeyLogin', {
        body: {
          challengeId: next.challengeId,
          response: { ...honest, response: { ...honest.response, userHandle } },
        },
      })
      expect(other.status).toBe(401)
    }
    expect((await signIn(key)).status).toBe(200)
  })

  test('class: a second path past the check (a passkey of an account that may not sign in)', async () => {
    const person = await signInAs(t, [])
    const { key } = await add(person)
    await changePerson(t, person.id, { status: 'inactive' })
    expect((await signIn(key)).body.code).toBe('account_not_ready')
    await changePerson(t, person.id, { status: 'active' })
    await changeRole(t, person.roleId, { status: 'inactive' })
    expect((await signIn(key)).body.code).toBe('account_not_ready')
    await changeRole(t, person.roleId, { status: 'active' })
    expect((await signIn(key)).status).toBe(200)
    await changePerson(t, person.id, { deleted_at: new Date().toISOString() })
    expect((await signIn(key)).body.code).toBe('wrong_credentials')
  })

  test('a passkey is added once, renamed, and removed with the password', async () => {
    const person = await signInAs(t, [])
    const { token, password } = person
    const { key, challengeId, response } = await add(person)
    const again = await t.call('secondFactor.addPasskey', {
      token,
      body: { challengeId, response, name: 'Again' },
    })
    expect(again.body.code).toBe('conflict')
    const twice = await add(person, key)
    expect(twice.answer.body.code).toBe('conflict')
    const other = await signInAs(t, [])
    expect((await add(other, key)).answer.body.code).toBe('conflict')

    const { body } = await t.call('secondFactor.own', { token })
    const id = body.data.passkeys[0]._id
    const renamed = await t.call('secondFactor.renamePasskey', {
      token,
      params: { id },
      body: { name: 'Work key' },
    })
    mustFitContract('secondFactor.renamePasskey', renamed.body)
    expect(renamed.body.data.passkeys[0].name).toBe('Work key')
    const foreign = { token: other.token, params: { id } }
    const theirs = await t.call('secondFactor.removePasskey', {
      ...foreign,
      body: { password: other.password },
    })
    expect(theirs.status).toBe(404)
    const refused = await t.call('secondFactor.renamePasskey', {
      ...foreign,
      body: { name: 'Mine' },
    })
    expect(refused.status).toBe(404)
    const wrong = await t.call('secondFactor.removePasskey', {
      token,
      params: { id },
      body: { password: 'no' },
    })
    expect(wrong.status).toBe(422)
    const removed = await t.call('secondFactor.removePasskey', {
      token,
      params: { id },
      body: { password },
    })
    expect(removed.body.data).toMatchObject({ on: false, passkeys: [], recoveryCodesLeft: 0 })
    expect((await signIn(key)).status).toBe(401)
    expect((await login(person)).status).toBe(200)
  })

  test('removing two last factors at once leaves a required one', async () => {
    const person = await signInAs(t, [])
    const { token, password } = person
    await add(person)
    await turnOnTotp(t, token, password)
    await changeRole(t, person.roleId, { require_second_factor: true })
    const { body } = await t.call('secondFactor.own', { token })
    const answers = await Promise.all([
      t.call('secondFactor.removePasskey', {
        token,
        params: { id: body.data.passkeys[0]._id },
        body: { password },
      }),
      t.call('secondFactor.removeTotp', { token, body: { password } }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await t.call('secondFactor.own', { token })).body.data.on).toBe(true)
  })

  test('bad input is refused in words, never with a 500', async () => {
    const person = await signInAs(t, [])
    const { key } = await add(person)
    const { challengeId, options } = await begin()
    const honest = key.get(options, here)
    const answers = [
      { challengeId: 'x', response: honest },
      { challengeId: '\u0000', response: honest },
      { challengeId, response: { ...honest, id: '\u0000' } },
      { challengeId, response: { ...honest, response: {} } },
      { challengeId, response: { ...honest, response: { clientDataJSON: 1 } } },
      { challengeId, response: { ...honest, type: 'password' } },
      { challengeId, response: 'x' },
      { challengeId, response: [] },
      {},
    ]
    for (const body of answers) {
      for (const call of [
        t.call('session.passkeyLogin', { body }),
        login(person, { passkey: body }),
        t.call('secondFactor.addPasskey', { token: person.token, body: { ...body, name: 'x' } }),
      ]) {
        const { status } = await call
        expect(status).toBeGreaterThanOrEqual(400)
        expect(status).toBeLessThan(500)
      }
    }
  })
})

test('where browsers allow no passkeys, the server says so', async () => {
  const t = await startTestApp(usualEngine, { publicUrl: 'http://staff.example.com' })
  const { token, password } = await signInAs(t, [])
  const own = await t.call('secondFactor.own', { token })
  expect(own.body.data.passkeysPossible).toBe(false)
  for (const answer of [
    await t.call('session.passkeyOptions'),
    await t.call('secondFactor.passkeyOptions', { token, body: { password } }),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
    expect(answer.body.message).toMatch(/PUBLIC_URL/)
  }
  await t.dispose()
})
