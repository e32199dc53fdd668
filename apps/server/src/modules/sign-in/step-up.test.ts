import { permission } from '@steward/contract/permissions/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changePerson, type Staff, signInAs, turnOnTotp } from '../../testing/accounts.ts'
import { Authenticator } from '../../testing/authenticator.ts'
import { usualEngine } from '../../testing/database.ts'
import { create, nextNumber } from '../../testing/factories.ts'
import { granting } from '../../testing/grants.ts'
import { type Mailbox, openMailbox } from '../../testing/mailbox.ts'
import {
  mustFitContract,
  startTestApp,
  type TestAnswer,
  type TestApp,
} from '../../testing/server.ts'

const origin = 'https://staff.example.com'

describe('step-up', () => {
  let t: TestApp
  let mailbox: Mailbox
  let owner: Staff
  let other: Staff
  beforeAll(async () => {
    mailbox = await openMailbox()
    t = await startTestApp(usualEngine, { smtpUrl: mailbox.url, publicUrl: origin })
    owner = await signInAs(t, 'owner', { name: 'Ada Owner' })
    other = await signInAs(t, 'owner')
  })
  afterAll(async () => {
    await t.dispose()
    await mailbox.close()
  })

  /** Makes the sign-in of every session of a person so many minutes old. */
  const age = ({ id }: Staff, minutes: number) =>
    sql`update sessions set proved_at = now() - make_interval(mins => ${minutes}) where user_id = ${id}`.execute(
      t.db,
    )
  const stepUp = ({ token }: Staff, body: object) => t.call('profile.stepUp', { token, body })
  const outcome = ({ status, body }: TestAnswer) => [status, body.code]
  const asked = [403, 'step_up_required']
  const address = () => `step-up-${nextNumber()}@example.com`
  const plain = () => signInAs(t, [])
  const edit = (id: string, body: object) =>
    t.call('users.update', { token: owner.token, params: { id }, body })
  const restore = (id: string) => t.call('users.restore', { token: owner.token, params: { id } })
  const deletedAt = new Date().toISOString()

  /** Every way to make an owner, or to have another owner's account. */
  const ways: Record<string, () => Promise<() => Promise<TestAnswer>>> = {
    'a new account': async () => () =>
      t.call('users.create', {
        token: owner.token,
        body: { name: 'New', email: address(), type: 'admin', role: owner.roleId },
      }),
    'an edit': async () => {
      const { id } = await plain()
      return () => edit(id, { role: owner.roleId })
    },
    'an edit of a member': async () => {
      const [id = ''] = await create(t.db, 'users', { email: address() })
      return () => edit(id, { type: 'admin', role: owner.roleId })
    },
    'a role for several': async () => {
      const people = [await plain(), await plain()]
      const body = { role: owner.roleId, users: people.map(({ id }) => id) }
      return () => t.call('users.assignRole', { token: owner.token, body })
    },
    'an approval': async () => {
      const { id } = await plain()
      await changePerson(t, id, { status: 'pending', role_id: null })
      const body = { role: owner.roleId }
      return () => t.call('accounts.approve', { token: owner.token, params: { id }, body })
    },
    'an activation': async () => {
      const { id } = await signInAs(t, 'owner')
      await changePerson(t, id, { status: 'inactive' })
      return () => t.call('users.changeStatus', { token: owner.token, params: { id } })
    },
    'a restore': async () => {
      const { id } = await signInAs(t, 'owner')
      await changePerson(t, id, { deleted_at: deletedAt })
      return () => restore(id)
    },
    'another owner’s address': async () => {
      const { id } = await signInAs(t, 'owner')
      return () => edit(id, { email: address() })
    },
  }

  test.each(Object.keys(ways))('class: an old sign-in makes an owner (%s)', async (name) => {
    const call = await (ways[name] as (typeof ways)[string])()
    const people = () => t.db.selectFrom('users').selectAll().orderBy('id').execute()
    await age(owner, 11)
    const before = (await people()).map(({ last_active_at: _, ...rest }) => rest)
    expect(outcome(await call())).toEqual(asked)
    const after = (await people()).map(({ last_active_at: _, ...rest }) => rest)
    expect(after).toEqual(before)
    const proved = await stepUp(owner, { password: owner.password })
    expect(proved.status).toBe(200)
    mustFitContract('profile.stepUp', proved.body)
    expect(Math.round((Date.parse(proved.body.data.until) - Date.now()) / 60_000)).toBe(10)
    expect((await call()).status).toBeLessThan(300)
    const told = await mailbox.take(other.email, /owner/)
    expect(told.text).toContain('Ada Owner')
    expect(mailbox.mails.filter(({ to }) => to === owner.email)).toEqual([])
  })

  test('class: an old sign-in changes a role that holds more than one’s own', async () => {
    const held = 'Community · Events · list'
    const editor = await signInAs(t, [
      permission('Roles', 'Roles', 'update'),
      permission('Community', 'Events', 'list'),
    ])
    const [bigger = ''] = await create(t.db, 'roles', {
      name: 'Bigger',
      permissions: granting('Operations · Bills · list'),
    })
    const [equal = ''] = await create(t.db, 'roles', { permissions: [] })
    const permit = (_id: string, ...names: string[]) =>
      t.call('roles.update', {
        token: editor.token,
        body: { _id, permissions: granting(...names) },
      })
    await age(editor, 11)
    // What is refused anyway is refused first, and what asks for nothing goes through.
    const beyond = await permit(bigger, 'Operations · Bills · list', 'Operations · Tasks · list')
    expect(outcome(beyond)).toEqual([403, 'not_permitted'])
    expect((await permit(equal, held)).status).toBe(200)
    expect((await permit(bigger, 'Operations · Bills · list')).status).toBe(200)
    expect(outcome(await permit(bigger, 'Operations · Bills · list', held))).toEqual(asked)
    await stepUp(editor, { password: editor.password })
    expect((await permit(bigger, 'Operations · Bills · list', held)).status).toBe(200)
    const told = await mailbox.take(other.email, /Permissions of a role/)
    expect(told.text).toContain('“Bigger”')
  })

  test('class: an old sign-in takes another’s second factor away', async () => {
    const person = await signInAs(t, [], { name: 'Robin Factor' })
    await turnOnTotp(t, person.token, person.password)
    const clear = (token: string) =>
      t.call('secondFactor.clear', { token, params: { id: person.id } })
    const state = async () =>
      (await t.call('secondFactor.ofUser', { token: owner.token, params: { id: person.id } })).body
        .data.on
    const admin = await signInAs(t, [permission('Users', 'Admins', 'update')])
    await age(admin, 11)
    expect(outcome(await clear(admin.token))).toEqual([403, 'not_permitted'])
    await age(owner, 11)
    expect(outcome(await clear(owner.token))).toEqual(asked)
    expect(await state()).toBe(true)
    await stepUp(owner, { password: owner.password })
    expect((await clear(owner.token)).status).toBe(200)
    expect(await state()).toBe(false)
    const told = await mailbox.take(other.email, /second factor/)
    expect(told.text).toContain('Ada Owner removed the second factor of Robin Factor')
  })

  test('a sign-in counts for ten minutes, in its own session alone', async () => {
    const person = await signInAs(t, 'owner')
    const call = () =>
      t.call('users.create', {
        token: person.token,
        body: { name: 'New', email: address(), type: 'admin', role: owner.roleId },
      })
    await age(person, 9)
    expect((await call()).status).toBe(201)
    await age(person, 10)
    const { email, password } = person
    const again = await t.call('session.login', { body: { email, password } })
    expect(again.status).toBe(200)
    expect(outcome(await call())).toEqual(asked)
  })

  test('class: guessing the password of a session taken over', async () => {
    const person = await signInAs(t, 'owner')
    await age(person, 11)
    const wrong = await stepUp(person, { password: 'not the password' })
    expect([...outcome(wrong), wrong.body.errors[0].path]).toEqual([422, 'invalid', 'password'])
    for (const body of [{}, { challengeId: 'x' }, { password: '' }]) {
      expect((await stepUp(person, body)).status).toBe(422)
    }
    for (let tries = 1; tries < 10; tries += 1) await stepUp(person, { password: 'guessed' })
    expect((await stepUp(person, { password: person.password })).status).toBe(429)
  })

  test('a passkey steps up: one’s own, once, and only one that knows its person', async () => {
    const person = await signInAs(t, 'owner')
    const add = async ({ token, password }: Staff) => {
      const key = new Authenticator()
      const begun = await t.call('secondFactor.passkeyOptions', { token, body: { password } })
      const { challengeId, options } = begun.body.data
      const response = key.create(options, { origin })
      const body = { challengeId, response, name: 'Key' }
      expect((await t.call('secondFactor.addPasskey', { token, body })).status).toBe(201)
      return key
    }
    const begin = async ({ token }: Staff) => {
      const answer = await t.call('profile.stepUpOptions', { token })
      mustFitContract('profile.stepUpOptions', answer.body)
      return answer.body.data
    }
    const without = await t.call('profile.stepUpOptions', { token: owner.token })
    expect(outcome(without)).toEqual([409, 'conflict'])

    const key = await add(person)
    const stranger = await plain()
    const foreign = await add(stranger)
    await age(person, 11)
    const make = () =>
      t.call('users.create', {
        token: person.token,
        body: { name: 'New', email: address(), type: 'admin', role: owner.roleId },
      })
    const tried = async (from: Staff, by: Authenticator, behaviour: object = {}) => {
      const { challengeId, options } = await begin(from)
      const response = by.get(options, { origin, ...behaviour })
      return (await stepUp(person, { challengeId, response })).status
    }
    expect(await tried(person, key, { verifies: false })).toBe(422)
    expect(await tried(person, key, { origin: 'https://evil.example' })).toBe(422)
    expect(await tried(person, foreign)).toBe(422)
    expect(await tried(stranger, foreign)).toBe(422)
    const signIn = (await t.call('session.passkeyOptions')).body.data
    const response = key.get(signIn.options, { origin })
    expect((await stepUp(person, { challengeId: signIn.challengeId, response })).status).toBe(422)
    expect(outcome(await make())).toEqual(asked)
    expect(await tried(person, key)).toBe(200)
    expect((await make()).status).toBe(201)
  })

  test('who impersonates a role can’t step up', async () => {
    const preview = await t.call('roles.preview', {
      token: owner.token,
      body: { _id: (await plain()).roleId },
    })
    const { token } = preview.body.data
    const body = { password: owner.password }
    expect(outcome(await t.call('profile.stepUp', { token, body }))).toEqual([403, 'not_permitted'])
  })
})
