import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callFrom, goodPassword, type Staff, signInAs } from '../../testing/accounts.ts'
import { oneEngine } from '../../testing/database.ts'
import { createAdmin, createRole, nextNumber } from '../../testing/factories.ts'
import { confirmationIn, type Mailbox, openMailbox, tokenIn } from '../../testing/mailbox.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'
import { setBlocked } from './administration.service.ts'
import { listAdmins } from './administration.store.ts'
import { expireUnconfirmed } from './registration.service.ts'

const otherPassword = 'another fine long password'

describe.each(oneEngine)('confirming the address of a registration, on %s', (engine) => {
  let t: TestApp
  let mailbox: Mailbox
  let owner: Staff
  let role: string
  beforeAll(async () => {
    mailbox = await openMailbox()
    t = await startTestApp(engine, { smtpUrl: mailbox.url }, { writesBySql: true })
    owner = await signInAs(t, 'owner')
    role = await createRole(t.db, [])
  })
  afterAll(async () => {
    await t.dispose()
    await mailbox.close()
  })

  const rowOf = (email: string) =>
    t.db
      .selectFrom('users')
      .select(['id', 'name', 'status', 'email_confirmed', 'deleted_at', 'role_id'])
      .where('email', '=', email)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  const register = async (more: { name?: string; email?: string; password?: string } = {}) => {
    const body = {
      name: 'Ann Example',
      email: `new-${nextNumber()}@example.com`,
      password: goodPassword,
      ...more,
    }
    const ip = `10.30.${nextNumber()}.1`
    const { status, body: answer } = await callFrom(t, ip, 'accounts.register', body)
    expect([status, answer.data]).toEqual([201, { status: 'pending' }])
    const token = confirmationIn(await mailbox.take(body.email, /Confirm your e-mail/))
    const { id } = await rowOf(body.email)
    return { ...body, id, token }
  }
  const confirm = (token: unknown) => t.call('accounts.confirmAddress', { body: { token } })
  const approve = (id: string) =>
    t.call('accounts.approve', { token: owner.token, params: { id }, body: { role } })
  const logIn = ({ email, password }: { email: string; password: string }) =>
    t.call('session.login', { body: { email, password } })
  const update = (id: string, body: object) =>
    t.call('users.update', { token: owner.token, params: { id }, body })

  test('a link confirms once; then the account can be approved', async () => {
    const person = await register()
    expect((await logIn(person)).body.message).toMatch(/isn’t confirmed yet/)
    const { status, body } = await confirm(person.token)
    expect([status, body.data]).toEqual([200, null])
    mustFitContract('accounts.confirmAddress', body)
    const again = await confirm(person.token)
    expect([again.status, again.body.code]).toEqual([400, 'dead_link'])
    expect((await logIn(person)).body.message).toMatch(/waiting for approval/)
    const approved = await approve(person.id)
    expect(approved.body.data).toMatchObject({ status: 'active', emailConfirmed: true })
    expect((await logIn(person)).status).toBe(200)
  })

  test('class: an address that nobody proved: no way leads to an active account', async () => {
    const { id, email } = await register()
    const { token } = owner
    const params = { id }
    const refused = async (answer: ReturnType<TestApp['call']>) => {
      const { status, body } = await answer
      expect([status, body.code]).toEqual([409, 'conflict'])
      expect(body.message).toMatch(/hasn’t confirmed their e-mail address yet/)
      expect(await rowOf(email)).toMatchObject({ email_confirmed: false, role_id: null })
    }
    await refused(approve(id))
    await refused(t.call('users.changeStatus', { token, params }))
    await refused(update(id, { status: 'active' }))
    await refused(update(id, { role }))
    await refused(update(id, { role, status: 'active' }))
    await refused(t.call('users.assignRole', { token, body: { role, users: [id] } }))
    // By way of another state, another type, or a deletion that is taken back.
    expect((await update(id, { status: 'inactive' })).status).toBe(200)
    await refused(t.call('users.changeStatus', { token, params }))
    await refused(update(id, { status: 'active' }))
    expect((await update(id, { status: 'pending', type: 'member' })).status).toBe(200)
    await refused(t.call('users.changeStatus', { token, params }))
    expect((await update(id, { type: 'admin' })).status).toBe(200)
    expect((await t.call('users.delete', { token, params })).status).toBe(200)
    const restored = await t.call('users.restore', { token, params })
    expect(restored.body.data).toMatchObject({ status: 'pending', emailConfirmed: false })
    await refused(approve(id))
    // The database holds it too, whatever a later way forgets.
    const active = t.db.updateTable('users').set({ status: 'active' }).where('id', '=', id)
    await expect(active.execute()).rejects.toThrow(/users_active_confirmed/)
  })

  test('class: a link of one kind used as another', async () => {
    const person = await register()
    for (const name of ['accounts.resetPassword', 'accounts.checkLink'] as const) {
      const body = { token: person.token, password: otherPassword }
      const { status, body: answer } = await t.call(name, { body })
      expect([status, answer.code]).toEqual([400, 'dead_link'])
    }
    await callFrom(t, '10.31.0.1', 'accounts.forgotPassword', { email: person.email })
    const reset = tokenIn(await mailbox.take(person.email, /Set a new password/))
    expect((await confirm(reset)).body.code).toBe('dead_link')
    expect(await rowOf(person.email)).toMatchObject({ email_confirmed: false })
    expect((await confirm(person.token)).status).toBe(200)
  })

  test('a password set by a mailed link proves the address too, and ends the other links', async () => {
    const person = await register()
    await callFrom(t, '10.31.0.2', 'accounts.forgotPassword', { email: person.email })
    const token = tokenIn(await mailbox.take(person.email, /Set a new password/))
    await t.call('accounts.resetPassword', { body: { token, password: otherPassword } })
    expect(await rowOf(person.email)).toMatchObject({ email_confirmed: true, status: 'pending' })
    expect((await confirm(person.token)).body.code).toBe('dead_link')
    expect((await approve(person.id)).status).toBe(200)
    expect((await logIn({ ...person, password: otherPassword })).status).toBe(200)
  })

  test('class: account pre-hijacking: the password of whoever registers first', async () => {
    const first = await register({ name: 'Mallory', password: 'the password of a stranger' })
    const own = await register({ name: 'Ann Example', email: first.email })
    // Nothing has changed before the mail is read.
    expect(await rowOf(first.email)).toMatchObject({ id: first.id, name: 'Mallory' })
    expect((await logIn(own)).status).toBe(401)
    expect((await confirm(own.token)).status).toBe(200)
    expect(await rowOf(first.email)).toMatchObject({ id: first.id, name: 'Ann Example' })
    expect((await confirm(first.token)).body.code).toBe('dead_link')
    expect((await approve(first.id)).status).toBe(200)
    expect((await logIn(first)).status).toBe(401)
    expect((await logIn(own)).status).toBe(200)
  })

  test('registering again mails another link, and changes nothing of a confirmed one', async () => {
    const person = await register()
    const again = await register({ email: person.email, password: otherPassword })
    expect((await confirm(person.token)).status).toBe(200)
    expect((await confirm(again.token)).status).toBe(400)
    const body = { name: 'Mallory', email: person.email, password: otherPassword }
    expect((await callFrom(t, '10.31.0.3', 'accounts.register', body)).status).toBe(201)
    await mailbox.take(person.email, /already has an account/)
    expect(await rowOf(person.email)).toMatchObject({ name: 'Ann Example' })
    expect((await logIn(person)).body.message).toMatch(/waiting for approval/)
  })

  test('another address has to be confirmed anew, by a link to that one', async () => {
    const person = await register()
    await confirm(person.token)
    const fresh = await register()
    const email = `moved-${nextNumber()}@example.com`
    const moved = await update(person.id, { email })
    expect(moved.body.data).toMatchObject({ emailConfirmed: false, status: 'pending' })
    expect((await approve(person.id)).status).toBe(409)
    const token = confirmationIn(await mailbox.take(email, /Confirm your e-mail/))
    expect((await confirm(token)).status).toBe(200)
    expect((await approve(person.id)).status).toBe(200)
    // At once with being let in, too; and a link to the address before is dead.
    const both = await update(fresh.id, { email: `x${email}`, status: 'active' })
    expect(both.status).toBe(409)
    expect((await update(fresh.id, { email: `x${email}` })).status).toBe(200)
    expect((await confirm(fresh.token)).status).toBe(400)
  })

  test('links die with the account, and with their time', async () => {
    const [declined, deleted, late] = [await register(), await register(), await register()]
    const { token } = owner
    await t.call('accounts.decline', { token, params: { id: declined.id } })
    await t.call('users.delete', { token, params: { id: deleted.id } })
    await t.call('users.restore', { token, params: { id: deleted.id } })
    await t.db
      .updateTable('address_confirmations')
      .set({ expires_at: new Date(Date.now() - 1).toISOString() })
      .where('user_id', '=', late.id)
      .execute()
    for (const person of [declined, deleted, late]) {
      expect((await confirm(person.token)).status).toBe(400)
      expect(await rowOf(person.email)).toMatchObject({ email_confirmed: false })
    }
  })

  test('of many at once with one link, one confirms', async () => {
    const { token } = await register()
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
  })

  test('accounts that staff or the command line make or let in are vouched for', async () => {
    const made = await createAdmin(t.db, null, { status: 'pending' })
    expect((await approve(made.id)).status).toBe(200)
    const person = await register()
    const [line] = await listAdmins(t.db, person.email)
    if (!line) throw new Error('not listed')
    await setBlocked(t.db, line, false)
    expect(await rowOf(person.email)).toMatchObject({ status: 'active', email_confirmed: true })
  })

  test('who approves sees whose address is confirmed, and can ask for those alone', async () => {
    const [one, other] = [await register(), await register()]
    await confirm(one.token)
    const listed = async (query: object) => {
      const { body } = await t.call('accounts.listWaiting', {
        token: owner.token,
        query: { limit: 100, ...query },
      })
      mustFitContract('accounts.listWaiting', body)
      const users: { _id: string; emailConfirmed: boolean }[] = body.data.users
      expect(body.data.pagination.total).toBe(users.length)
      return users
    }
    const all = await listed({})
    expect(all.find(({ _id }) => _id === one.id)?.emailConfirmed).toBe(true)
    expect(all.find(({ _id }) => _id === other.id)?.emailConfirmed).toBe(false)
    const confirmed = await listed({ emailConfirmed: 'true' })
    expect(confirmed.every(({ emailConfirmed }) => emailConfirmed)).toBe(true)
    const rest = await listed({ emailConfirmed: 'false' })
    expect(rest.length + confirmed.length).toBe(all.length)
  })

  test('class: a list that strangers fill: what nobody confirms expires', async () => {
    const ids = { old: await register(), confirmed: await register(), fresh: await register() }
    await confirm(ids.confirmed.token)
    const age = async (id: string, days: number) => {
      const updated_at = new Date(Date.now() - days * 86_400_000).toISOString()
      await t.db.updateTable('users').set({ updated_at }).where('id', '=', id).execute()
    }
    for (const { id } of [ids.old, ids.confirmed]) await age(id, 7.1)
    await age(ids.fresh.id, 6.9)
    // The next registration of anybody takes the old one along.
    await register()
    await expect.poll(async () => (await rowOf(ids.old.email)).deleted_at).not.toBeNull()
    expect((await rowOf(ids.confirmed.email)).deleted_at).toBeNull()
    expect((await rowOf(ids.fresh.email)).deleted_at).toBeNull()
    expect((await confirm(ids.old.token)).status).toBe(400)
    const left = await t.db
      .selectFrom('users')
      .select('id')
      .where('email_confirmed', '=', false)
      .where('type', '=', 'admin')
      .where('deleted_at', 'is', null)
      .where('status', '=', 'pending')
      .execute()
    expect(await expireUnconfirmed(t.db, 1)).toBe(left.length - 1)
    expect((await rowOf(ids.confirmed.email)).deleted_at).toBeNull()
  })

  test('foreign and broken tokens are refused in words, and too many by a limit', async () => {
    for (const token of ['x', '\u0000', '\ud800', '../../etc/passwd', 'a'.repeat(200)]) {
      const { status, body } = await confirm(token)
      expect([status, body.code]).toEqual([400, 'dead_link'])
    }
    for (const token of [null, 1, ['x'], '', 'a'.repeat(201)]) {
      expect((await confirm(token)).status).toBe(422)
    }
    for (let n = 0; n < 60; n += 1) {
      await callFrom(t, '10.32.0.1', 'accounts.confirmAddress', { token: 'x' })
    }
    const stopped = await callFrom(t, '10.32.0.1', 'accounts.confirmAddress', { token: 'x' })
    expect([stopped.status, stopped.body.code]).toEqual([429, 'too_many'])
  })
})
