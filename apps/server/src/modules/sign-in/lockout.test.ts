import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callFrom, codeOf, goodPassword, signInAs, turnOnTotp } from '../../testing/accounts.ts'
import { oneEngine } from '../../testing/database.ts'
import { createAdmin, createRole, nextNumber } from '../../testing/factories.ts'
import { type Mailbox, openMailbox, type ReceivedMail, tokenIn } from '../../testing/mailbox.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'
import { keepCode, tryCode } from '../authentication/mailed-codes.store.ts'

describe.each(oneEngine)('locking others out, on %s', (engine) => {
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

  type Who = { email: string; password: string }
  const home = '192.0.2.10'
  let networks = 0
  /** An address of a network that nobody has used. */
  const elsewhere = () => {
    networks += 1
    return `10.${Math.floor(networks / 250)}.${networks % 250}.1`
  }
  const logIn = ({ email, password }: Who, ip: string, code?: string) =>
    callFrom(t, ip, 'session.login', { email, password, ...(code ? { code } : {}) })
  const guess = (email: string, ip = elsewhere()) => logIn({ email, password: 'a wrong guess' }, ip)
  /** Guesses until the next one is one too many, each from a network of its own. */
  const attack = (email: string) =>
    Promise.all(Array.from({ length: 10 }, async () => (await guess(email)).status))
  /** Somebody who has signed in at home. */
  const person = async (): Promise<Who & { id: string }> => {
    const who = await createAdmin(t.db, await createRole(t.db, []))
    expect((await logIn(who, home)).status).toBe(200)
    return who
  }
  const codeIn = ({ text }: ReceivedMail) => {
    const [, first = '', second = ''] = /Your code is (\d{4}) (\d{4})/.exec(text) ?? []
    return `${first}${second}`
  }
  const takeCode = async ({ email }: Who) => codeIn(await mailbox.take(email, /Your code/))
  const otherThan = (code: string) => String((Number(code) + 1) % 100_000_000).padStart(8, '0')
  const setCounts = (like: string, n: number) =>
    t.db.updateTable('attempts').set({ n }).where('key', 'like', like).execute()

  test('class: locking somebody else out of a place where they have signed in', async () => {
    const who = await person()
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async () => (await guess(who.email)).status),
    )
    expect(statuses.filter((status) => status === 401).length).toBe(10)
    expect(statuses.filter((status) => status === 429).length).toBe(20)
    expect((await logIn(who, home)).status).toBe(200)
    // In the wider network too, since people's addresses move.
    expect((await logIn(who, '192.0.2.77')).status).toBe(200)
    expect((await guess(who.email, home)).status).toBe(401)
  })

  test('class: locking somebody else out of places where they never were', async () => {
    const who = await person()
    await attack(who.email)
    const away = elsewhere()
    const asked = await logIn(who, away)
    expect([asked.status, asked.body.code]).toEqual([401, 'second_factor_required'])
    expect(asked.body.data).toEqual({ secondFactor: true, methods: ['email'], passkey: null })
    expect(asked.body.errors).toBeUndefined()
    // Asking again mails no other one.
    expect((await logIn(who, away)).body.code).toBe('second_factor_required')
    const code = await takeCode(who)
    expect(
      mailbox.mails.filter(({ to, subject }) => to === who.email && /code/.test(subject)),
    ).toEqual([])
    const wrong = await logIn(who, away, otherThan(code))
    expect([wrong.status, wrong.body.errors?.[0].path]).toEqual([401, 'code'])
    // Nobody else can use it, nor whoever has no password.
    expect((await logIn(who, elsewhere(), code)).status).toBe(401)
    expect((await logIn({ ...who, password: 'no' }, away, code)).status).toBe(429)
    expect((await logIn(who, away, `${code.slice(0, 4)} ${code.slice(4)}`)).status).toBe(200)
    // From now on they are known there.
    expect((await logIn(who, away)).status).toBe(200)
  })

  test('class: a mailed code reused, in parallel', async () => {
    const at = { user: (await person()).id, place: randomBytes(32) }
    const hash = randomBytes(32)
    expect(await keepCode(t.db, at, hash)).toBe(true)
    const tried = await Promise.all(Array.from({ length: 4 }, () => tryCode(t.db, at, hash)))
    expect(tried.toSorted()).toEqual(['dead', 'dead', 'dead', 'right'])
    expect(await tryCode(t.db, at, hash)).toBe('dead')
  })

  test('a mailed code is tried five times, ends after its time, and comes five times an hour', async () => {
    const who = await person()
    await attack(who.email)
    const away = elsewhere()
    await logIn(who, away)
    const code = await takeCode(who)
    for (let n = 0; n < 5; n += 1) await logIn(who, away, otherThan(code))
    expect((await logIn(who, away, code)).status).toBe(401)
    const second = await takeCode(who)
    await t.db
      .updateTable('sign_in_codes')
      .set({ expires_at: new Date(Date.now() - 1).toISOString() })
      .where('user_id', '=', who.id)
      .execute()
    const late = await logIn(who, away, second)
    expect(late.body.message).toMatch(/mailed you a new one/)
    const third = await takeCode(who)
    const kept = await t.db.selectFrom('sign_in_codes').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain(third)
    // Each network needs one of its own.
    for (let n = 0; n < 2; n += 1) expect((await logIn(who, elsewhere())).status).toBe(401)
    const refused = await logIn(who, elsewhere())
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many'])
    expect((await logIn(who, away, third)).status).toBe(200)
  })

  test('one place is held to ten, also a known one, and alone', async () => {
    const who = await person()
    const office = '198.51.100.7'
    expect((await logIn(who, office)).status).toBe(200)
    for (let n = 0; n < 10; n += 1) expect((await guess(who.email, home)).status).toBe(401)
    const stopped = await logIn(who, home)
    expect([stopped.status, stopped.body.code]).toEqual([429, 'too_many'])
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(800)
    expect((await logIn(who, office)).status).toBe(200)
    expect((await logIn(who, elsewhere())).status).toBe(200)
  })

  test('class: enumeration by answer and by timing, while an account is attacked', async () => {
    const who = await person()
    const nobody = `nobody-${nextNumber()}@example.com`
    const tried = async (email: string) => {
      const started = performance.now()
      const { status, headers, body } = await guess(email)
      expect(performance.now() - started).toBeGreaterThanOrEqual(999)
      return JSON.stringify([status, body, Object.keys(headers).sort(), headers['content-length']])
    }
    await Promise.all([attack(who.email), attack(nobody)])
    const [known, unknown] = await Promise.all([tried(who.email), tried(nobody)])
    expect(known).toBe(unknown)
    expect(known).toMatch(/^\[429,/)
    // And once there were a hundred in a day.
    await setCounts('sign-in:email:%:elsewhere-today', 100)
    const shapes = await Promise.all(
      [who.email, nobody].map(async (email) => {
        const { status, headers, body } = await guess(email)
        return JSON.stringify([status, body, Object.keys(headers).sort()])
      }),
    )
    expect(shapes[0]).toBe(shapes[1])
    expect(shapes[0]).toMatch(/from new places/)
    // Not even the right password says more then; a known place stays open, and so does a reset.
    expect((await logIn(who, elsewhere())).status).toBe(429)
    expect((await logIn(who, home)).status).toBe(200)
    await callFrom(t, elsewhere(), 'accounts.forgotPassword', { email: who.email })
    const token = tokenIn(await mailbox.take(who.email, /Set a new password/))
    const body = { token, password: goodPassword }
    expect((await t.call('accounts.resetPassword', { body })).status).toBe(200)
    expect((await logIn({ ...who, password: goodPassword }, elsewhere())).status).toBe(200)
  })

  test('a neighbour who guesses a hundred times a day counts as a stranger', async () => {
    const who = await person()
    expect((await guess(who.email, '192.0.2.66')).status).toBe(401)
    await attack(who.email)
    await setCounts('sign-in:email:%:known', 100)
    expect((await guess(who.email, '192.0.2.66')).status).toBe(429)
    expect((await logIn(who, '192.0.2.66')).body.code).toBe('second_factor_required')
  })

  test('who has a second factor is asked for that, and for no code of a mail', async () => {
    const staff = await signInAs(t, [])
    const { recoveryCodes } = await turnOnTotp(t, staff.token, staff.password)
    await attack(staff.email)
    const asked = await logIn(staff, elsewhere())
    expect(asked.body.data.methods).toEqual(['totp', 'recovery'])
    expect((await logIn(staff, elsewhere(), recoveryCodes[0])).status).toBe(200)
    expect(
      mailbox.mails.filter(({ to, subject }) => to === staff.email && /Your code/.test(subject)),
    ).toEqual([])
  })

  test('class: locking somebody else out by codes of their second factor', async () => {
    const staff = await signInAs(t, [])
    const { key, recoveryCodes } = await turnOnTotp(t, staff.token, staff.password)
    const statuses: number[] = []
    for (let n = 0; n < 12; n += 1) {
      statuses.push((await logIn(staff, elsewhere(), String(100_000 + n))).status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
    expect((await logIn(staff, elsewhere(), codeOf(key))).status).toBe(429)
    // What nobody can guess still works there, and at home everything does.
    expect((await logIn(staff, elsewhere(), recoveryCodes[0])).status).toBe(200)
    expect((await logIn(staff, '127.0.0.1', codeOf(key))).status).toBe(200)
    const mail = await mailbox.take(staff.email, /has your password and is guessing codes/)
    expect(mail.text).toMatch(/set a new password immediately/)
    await new Promise((resume) => setTimeout(resume, 200))
    expect(mailbox.mails.filter(({ subject }) => /guessing codes/.test(subject))).toEqual([])
  })

  test('who is attacked is told by mail, once a day, without a word of the attacker', async () => {
    const who = await person()
    for (let n = 0; n < 14; n += 1) {
      await callFrom(
        t,
        n < 9 ? elsewhere() : home,
        'session.login',
        { email: who.email, password: 'http://evil.example' },
        { 'user-agent': 'http://evil.example' },
      )
    }
    expect(mailbox.mails.filter(({ to }) => to === who.email)).toEqual([])
    await guess(who.email)
    const mail = await mailbox.take(who.email, /guessing your password/)
    expect(mail.raw).not.toContain('evil')
    await Promise.all(Array.from({ length: 4 }, () => guess(who.email)))
    await new Promise((resume) => setTimeout(resume, 200))
    expect(mailbox.mails.filter(({ to }) => to === who.email)).toEqual([])
  })
})
