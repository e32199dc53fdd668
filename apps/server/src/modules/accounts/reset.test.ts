import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callFrom, changePerson, goodPassword, signInAs } from '../../testing/accounts.ts'
import { concurrently } from '../../testing/concurrently.ts'
import { oneEngine } from '../../testing/database.ts'
import { create, createAdmin, createRole, nextNumber } from '../../testing/factories.ts'
import { type Mailbox, openMailbox, tokenIn } from '../../testing/mailbox.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'
import { createLink } from '../authentication/links.store.ts'

describe.each(oneEngine)('forgotten passwords on %s', (engine) => {
  let t: TestApp
  let mailbox: Mailbox
  beforeAll(async () => {
    mailbox = await openMailbox()
    t = await startTestApp(engine, {
      smtpUrl: mailbox.url,
      publicUrl: 'https://staff.example.com/back',
    })
  })
  afterAll(async () => {
    await t.dispose()
    await mailbox.close()
  })

  const forgot = (email: string, headers: Record<string, string> = {}) =>
    callFrom(t, '10.2.0.1', 'accounts.forgotPassword', { email }, headers)
  const reset = (token: string, password = goodPassword) =>
    callFrom(t, '10.2.0.1', 'accounts.resetPassword', { token, password })
  const linkFor = async (email: string) => {
    await forgot(email)
    return tokenIn(await mailbox.take(email, /new password/))
  }

  test('a link sets a new password; the old one is dead', async () => {
    const { email, password } = await signInAs(t, [])
    const token = await linkFor(email.toUpperCase()).catch(() => linkFor(email))
    const checked = await t.call('accounts.checkLink', { body: { token } })
    expect(checked.body.data.kind).toBe('reset')
    const minutes = (Date.parse(checked.body.data.expiresAt) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(59)
    expect(minutes).toBeLessThanOrEqual(60)
    const { status, body } = await reset(token)
    expect([status, body.data]).toEqual([200, null])
    await mailbox.take(email, /has been changed/)
    expect((await t.call('session.login', { body: { email, password } })).status).toBe(401)
    const signedIn = await t.call('session.login', { body: { email, password: goodPassword } })
    expect(signedIn.status).toBe(200)
  })

  test('class: sessions surviving a reset', async () => {
    const { email, password, token } = await signInAs(t, [])
    const other = await t.call('session.login', { body: { email, password } })
    await reset(await linkFor(email))
    for (const each of [token, other.body.data.token]) {
      expect((await t.call('profile.own', { token: each })).status).toBe(401)
    }
  })

  test('class: reset-token race', async () => {
    const { email } = await signInAs(t, [])
    const token = await linkFor(email)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => reset(token, `${goodPassword} ${i}`)),
    )
    const won = answers.flatMap(({ status }, i) => (status === 200 ? [i] : []))
    expect(won).toHaveLength(1)
    for (const { status, body } of answers) {
      if (status !== 200) expect([status, body.code]).toEqual([400, 'dead_link'])
    }
    const password = `${goodPassword} ${won[0]}`
    expect((await t.call('session.login', { body: { email, password } })).status).toBe(200)
  })

  // Requests alone are spread out by their hashing: here each has found its link before one is used.
  test.skipIf(engine === 'embedded')(
    'class: reset-token race, at the very same moment',
    async () => {
      const { email } = await signInAs(t, [])
      const token = await linkFor(email)
      const answers = await concurrently(
        t,
        (tx) => sql`select * from password_links for update`.execute(tx),
        () => Array.from({ length: 4 }, (_, i) => reset(token, `${goodPassword} ${i}`)),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    },
  )

  test('a link works once, and every other one of the account dies with it', async () => {
    const { email } = await signInAs(t, [])
    const first = await linkFor(email)
    const second = await linkFor(email)
    expect((await reset(second)).status).toBe(200)
    for (const token of [second, first]) {
      const { status, body } = await reset(token)
      expect([status, body.code]).toEqual([400, 'dead_link'])
      expect(body.message).toMatch(/request a new one/)
      expect((await t.call('accounts.checkLink', { body: { token } })).status).toBe(400)
    }
  })

  test('a link ends after its time', async () => {
    const { id, email } = await signInAs(t, [])
    const token = await linkFor(email)
    await t.db
      .updateTable('password_links')
      .set({ expires_at: new Date(Date.now() - 1).toISOString() })
      .where('user_id', '=', id)
      .execute()
    expect((await reset(token)).body.code).toBe('dead_link')
  })

  test('a password that will not do leaves the link good', async () => {
    const { email } = await signInAs(t, [])
    const token = await linkFor(email)
    for (const password of ['short', 'password123', email]) {
      const { status, body } = await reset(token, password)
      expect([status, body.errors[0].path]).toEqual([422, 'password'])
    }
    expect((await reset(token)).status).toBe(200)
  })

  test('class: a second path past the check (reset on a deactivated or deleted account)', async () => {
    const patches = [{ status: 'inactive' as const }, { deleted_at: new Date().toISOString() }]
    for (const patch of patches) {
      const { id, email } = await signInAs(t, [])
      const token = await linkFor(email)
      const { token: invitation } = await createLink(t.db, id, 'invitation')
      await changePerson(t, id, patch)
      expect((await forgot(email)).status).toBe(200)
      for (const each of [token, invitation]) {
        expect((await reset(each)).body.code).toBe('dead_link')
        expect((await t.call('accounts.checkLink', { body: { token: each } })).status).toBe(400)
      }
      await new Promise((resume) => setTimeout(resume, 200))
      expect(mailbox.mails.filter(({ to }) => to === email)).toEqual([])
    }
  })

  test('class: a second path past the check (register on a deactivated account)', async () => {
    const { id, email, password } = await signInAs(t, [])
    await changePerson(t, id, { status: 'inactive' })
    const { status, body } = await callFrom(t, '10.2.0.3', 'accounts.register', {
      name: 'Back again',
      email,
      password: goodPassword,
    })
    expect([status, body.data]).toEqual([201, { status: 'pending' }])
    const people = await t.db
      .selectFrom('users')
      .select(['id', 'status', 'name'])
      .where('email', '=', email)
      .execute()
    expect(people).toMatchObject([{ id, status: 'inactive' }])
    expect((await t.call('session.login', { body: { email, password } })).status).toBe(403)
    const other = await t.call('session.login', { body: { email, password: goodPassword } })
    expect(other.status).toBe(401)
  })

  test('a reset lets nobody in who waits for approval', async () => {
    const { email } = await createAdmin(t.db, null, { status: 'pending' })
    expect((await reset(await linkFor(email))).status).toBe(200)
    const { body } = await t.call('session.login', { body: { email, password: goodPassword } })
    expect(body.code).toBe('account_not_ready')
  })

  test('class: enumeration by answer', async () => {
    const { email } = await signInAs(t, [])
    await create(t.db, 'users', { email: 'member@example.com' })
    const answers = await Promise.all(
      [email, 'nobody@example.com', 'member@example.com'].map((each) => forgot(each)),
    )
    const shapes = answers.map(({ status, body, headers }) =>
      JSON.stringify([status, body, Object.keys(headers).sort(), headers['content-length']]),
    )
    expect(new Set(shapes).size).toBe(1)
    await mailbox.take(email, /new password/)
    expect(mailbox.mails.filter(({ to }) => to.startsWith('member'))).toEqual([])
  })

  test('class: enumeration by timing: the answer waits for no mail', async () => {
    const { email } = await signInAs(t, [])
    const release = mailbox.stall()
    const started = performance.now()
    expect((await forgot(email)).status).toBe(200)
    // A stalled mail is given up after 15 seconds.
    expect(performance.now() - started).toBeLessThan(10_000)
    await new Promise((resume) => setTimeout(resume, 1600))
    expect(mailbox.mails.filter(({ to }) => to === email)).toEqual([])
    release()
    await mailbox.take(email, /new password/)
  })

  test.skipIf(engine === 'embedded')(
    'class: enumeration by timing: the answer waits for nothing that a known address needs',
    async () => {
      const { email } = await signInAs(t, [])
      let answered = 0
      // Nobody can write a link for as long as this transaction runs.
      await t.db.transaction().execute(async (tx) => {
        await sql`lock table password_links in exclusive mode`.execute(tx)
        answered = await Promise.race([
          forgot(email).then(({ status }) => status),
          new Promise<number>((resume) => setTimeout(resume, 3000, 0)),
        ])
      })
      expect(answered).toBe(200)
      await mailbox.take(email, /new password/)
    },
  )

  test('links lead to PUBLIC_URL, never to the Host of a request', async () => {
    const { email } = await signInAs(t, [])
    await forgot(email, {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.example',
      origin: 'https://evil.example',
    })
    const mail = await mailbox.take(email, /new password/)
    const token = tokenIn(mail)
    const url = `https://staff.example.com/back/reset-password/${token}`
    expect(mail.text).toContain(url)
    expect(mail.html).toContain(`href="${url}"`)
    expect(mail.raw).not.toContain('evil.example')
  })

  test('class: locking somebody else out of a reset: an account is mailed five links an hour', async () => {
    const { email } = await signInAs(t, [])
    for (let i = 0; i < 8; i += 1) {
      for (const each of [email, `nobody-${nextNumber()}@example.com`]) {
        const { status } = await callFrom(t, `10.3.${i}.1`, 'accounts.forgotPassword', {
          email: each,
        })
        expect(status).toBe(200)
      }
    }
    const mails = () => mailbox.mails.filter(({ to }) => to === email)
    await expect.poll(() => mails().length).toBe(5)
    await new Promise((resume) => setTimeout(resume, 200))
    expect(mails()).toHaveLength(5)
    // The earlier ones still work.
    const [first] = mails()
    if (!first) throw new Error('no mail')
    expect((await reset(tokenIn(first))).status).toBe(200)
  })

  test('one address that asks too often is told how long to wait', async () => {
    const ask = () =>
      callFrom(t, '10.3.9.1', 'accounts.forgotPassword', {
        email: `nobody-${nextNumber()}@example.com`,
      })
    for (let i = 0; i < 60; i += 1) expect((await ask()).status).toBe(200)
    const { status, headers, body } = await ask()
    expect([status, body.code]).toEqual([429, 'too_many'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(3000)
  })

  test('a reset lifts the rate limit for somebody who typed a wrong password too often', async () => {
    const { email } = await createAdmin(t.db, await createRole(t.db, []))
    for (let i = 0; i < 11; i += 1) {
      await callFrom(t, '10.4.0.1', 'session.login', { email, password: 'wrong password' })
    }
    const shut = await callFrom(t, '10.4.0.1', 'session.login', { email, password: goodPassword })
    expect(shut.status).toBe(429)
    await reset(await linkFor(email))
    const open = await callFrom(t, '10.4.0.1', 'session.login', { email, password: goodPassword })
    expect(open.status).toBe(200)
  })

  test('a token is kept as a hash alone', async () => {
    const { id, email } = await signInAs(t, [])
    const token = await linkFor(email)
    const { rows } = await (await import('kysely')).sql<{ row: string }>`
      select row_to_json(l)::text as row from password_links l where user_id = ${id}
    `.execute(t.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(token)
  })

  test('foreign and broken tokens are refused in words, never with a 500', async () => {
    for (const token of ['x', '\u0000', '\ud800', '../../etc/passwd', 'a'.repeat(200)]) {
      const { status, body } = await reset(token)
      expect([status, body.code]).toEqual([400, 'dead_link'])
    }
    for (const token of [null, 1, ['x'], '', 'a'.repeat(201)]) {
      const { status } = await callFrom(t, '10.2.0.1', 'accounts.resetPassword', {
        token,
        password: goodPassword,
      })
      expect(status).toBe(422)
    }
  })
})
