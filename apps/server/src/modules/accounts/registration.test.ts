import { permission, permissionModules } from '@steward/contract/permissions/permissions'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { openSecrets } from '../../secrets.ts'
import { callFrom, changePerson, goodPassword, signInAs } from '../../testing/accounts.ts'
import { concurrently } from '../../testing/concurrently.ts'
import { oneEngine, usualEngine } from '../../testing/database.ts'
import { create, createAdmin, createRole, nextNumber } from '../../testing/factories.ts'
import { confirmationIn, type Mailbox, openMailbox, tokenIn } from '../../testing/mailbox.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'
import { setupCodeOf } from './setup-code.ts'

const registration = (more: object = {}) => ({
  name: 'Ann Example',
  email: `person-${nextNumber()}@example.com`,
  password: goodPassword,
  ...more,
})

const owners = (t: TestApp) =>
  t.db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select('users.id')
    .where('roles.system', '=', true)
    .execute()

describe.each(oneEngine)('the first registration on %s', (engine) => {
  let t: TestApp
  beforeEach(async () => {
    t = await startTestApp(engine)
  })
  afterEach(() => t.dispose())

  test('becomes the owner, active; the next one waits', async () => {
    expect((await t.call('accounts.registration')).body.data).toEqual({
      first: true,
      setupCode: false,
    })
    const ann = registration()
    const first = await t.call('accounts.register', { body: ann })
    expect([first.status, first.body.data]).toEqual([201, { status: 'active' }])
    mustFitContract('accounts.register', first.body)
    const { body } = await t.call('session.login', { body: ann })
    expect(body.data.admin).toMatchObject({ name: 'Ann Example', role: { name: 'Owner' } })

    expect((await t.call('accounts.registration')).body.data.first).toBe(false)
    const bob = registration()
    const second = await t.call('accounts.register', { body: bob })
    expect([second.status, second.body.data]).toEqual([201, { status: 'pending' }])
    expect((await t.call('session.login', { body: bob })).body.code).toBe('account_not_ready')
  })

  test('class: two first registrations at once make one owner', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => t.call('accounts.register', { body: registration() })),
    )
    const statuses = answers.map(({ body }) => body.data.status).sort()
    expect(statuses).toEqual(['active', 'pending', 'pending', 'pending', 'pending'])
    expect(await owners(t)).toHaveLength(1)
  })

  // Registrations alone are spread out by their hashing: here each has seen that nobody is there.
  test.skipIf(engine === 'embedded')(
    'class: two first registrations at the very same moment make one owner',
    async () => {
      const answers = await concurrently(
        t,
        (tx) => sql`lock table users in exclusive mode`.execute(tx),
        () =>
          Array.from({ length: 4 }, () => t.call('accounts.register', { body: registration() })),
      )
      const statuses = answers.map(({ body }) => body.data.status).sort()
      expect(statuses).toEqual(['active', 'pending', 'pending', 'pending'])
      expect(await owners(t)).toHaveLength(1)
    },
  )

  test('the same address at once makes one account', async () => {
    const body = registration()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => t.call('accounts.register', { body })),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const made = await t.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', body.email)
      .execute()
    expect(made).toHaveLength(1)
  })
})

describe.each(oneEngine)('the setup code on %s', (engine) => {
  let t: TestApp
  beforeAll(async () => {
    t = await startTestApp(engine, { host: '0.0.0.0' })
  })
  afterAll(() => t.dispose())

  test('is asked for where the server listens beyond loopback', async () => {
    const code = setupCodeOf(await openSecrets(t.config))
    expect((await t.call('accounts.registration')).body.data).toEqual({
      first: true,
      setupCode: true,
    })
    for (const setupCode of [undefined, null, '', 'AAAA-AAAA-AAAA-AAAA', `${code}A`]) {
      const { status, body } = await t.call('accounts.register', {
        body: registration({ setupCode }),
      })
      expect([status, body.errors?.[0]?.path]).toEqual([422, 'setupCode'])
    }
    for (const setupCode of [true, 1, [code], { $gt: '' }]) {
      const { status } = await t.call('accounts.register', { body: registration({ setupCode }) })
      expect(status).toBe(422)
    }
    expect(await owners(t)).toEqual([])
    const { body } = await t.call('accounts.register', {
      body: registration({ setupCode: ` ${code.toLowerCase().replaceAll('-', ' ')} ` }),
    })
    expect(body.data).toEqual({ status: 'active' })
    // From then on nobody needs it.
    const next = await t.call('accounts.register', { body: registration() })
    expect(next.body.data).toEqual({ status: 'pending' })
    expect((await t.call('accounts.registration')).body.data.setupCode).toBe(false)
  })
})

describe('the first visitor', () => {
  const ask = async (t: TestApp, headers: Record<string, string>, ip = '127.0.0.1') => {
    const page = await t.app.inject({
      url: '/api/auth/admin-registration',
      remoteAddress: ip,
      headers,
    })
    const { status, body } = await callFrom(
      t,
      ip,
      'accounts.register',
      // Refused either way, so that the next one is the first again.
      registration({ password: '1234567890' }),
      headers,
    )
    const paths = body.errors.map(({ path }: { path: string }) => path)
    return [page.json().data.setupCode, status, paths.includes('setupCode')]
  }
  const asked = [true, 422, true]
  const notAsked = [false, 422, false]

  test('class: the first visitor behind a proxy', async () => {
    const t = await startTestApp(usualEngine)
    const shown: Record<string, string>[] = [
      { forwarded: 'for=203.0.113.9' },
      { 'x-forwarded-for': '203.0.113.9' },
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-forwarded-host': 'localhost' },
      { 'x-forwarded-proto': 'https' },
      { 'x-forwarded-port': '443' },
      { 'x-real-ip': '203.0.113.9' },
      { via: '1.1 proxy' },
      { 'cf-connecting-ip': '203.0.113.9' },
      { 'true-client-ip': '203.0.113.9' },
      { host: 'staff.example.com' },
      { host: 'localhost.example.com' },
      { host: '127.0.0.1.example.com:4000' },
      { host: 'localhost@staff.example.com' },
      { host: '192.0.2.7:4000' },
    ]
    for (const headers of shown) {
      expect([headers, await ask(t, headers)]).toEqual([headers, asked])
    }
    const { status } = await callFrom(t, '127.0.0.1', 'accounts.register', registration(), {
      origin: 'https://staff.example.com',
    })
    expect(status).toBe(422)
    expect(await ask(t, {}, '192.0.2.7')).toEqual(asked)
    for (const host of ['localhost:4000', '127.0.0.1:4000', '[::1]:4000', 'steward.localhost']) {
      expect([host, await ask(t, { host })]).toEqual([host, notAsked])
    }
    expect(await owners(t)).toEqual([])

    // A proxy that the request itself shows nothing of is known from the settings.
    for (const settings of [
      { publicUrl: 'https://staff.example.com' },
      { trustProxy: 1 },
      { host: '0.0.0.0' },
    ]) {
      const app = await createApp({ ...t.config, ...settings }, t.db, pino({ level: 'silent' }))
      await app.ready()
      expect([settings, await ask({ ...t, app }, {})]).toEqual([settings, asked])
      await app.close()
    }

    const setupCode = setupCodeOf(await openSecrets(t.config))
    const headers = { 'x-forwarded-for': '203.0.113.9', host: 'staff.example.com' }
    const { body } = await callFrom(
      t,
      '127.0.0.1',
      'accounts.register',
      registration({ setupCode }),
      headers,
    )
    expect(body.data).toEqual({ status: 'active' })
    await t.dispose()
  })
})

describe.each(oneEngine)('later registrations on %s', (engine) => {
  let t: TestApp
  let mailbox: Mailbox
  beforeAll(async () => {
    mailbox = await openMailbox()
    t = await startTestApp(engine, { smtpUrl: mailbox.url })
    await signInAs(t, 'owner')
  })
  afterAll(async () => {
    await t.dispose()
    await mailbox.close()
  })

  const decide = [permission('Users', 'Admins', 'status')]
  const waiting = async (more: object = {}) => {
    const body = registration(more)
    await t.call('accounts.register', { body })
    const { id } = await t.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', body.email)
      .executeTakeFirstOrThrow()
    const received = await mailbox.take(body.email, /Confirm your e-mail/)
    const token = confirmationIn(received)
    expect((await t.call('accounts.confirmAddress', { body: { token } })).status).toBe(200)
    return { ...body, id, received }
  }

  test('class: enumeration by answer and by timing', async () => {
    const known = await signInAs(t, [])
    await create(t.db, 'users', { email: 'member@example.com' })
    const shapes = new Set<string>()
    for (const email of [known.email, 'member@example.com', 'fresh@example.com']) {
      const started = performance.now()
      const { status, headers, body } = await callFrom(
        t,
        '10.1.0.1',
        'accounts.register',
        registration({ email }),
      )
      // Answered at a whole step, whatever was to be done.
      expect(performance.now() - started).toBeGreaterThanOrEqual(299)
      shapes.add(
        JSON.stringify([status, body, Object.keys(headers).sort(), headers['content-length']]),
      )
    }
    expect(shapes.size).toBe(1)
    // Who has the address is told; an account that is there stays as it was.
    const mail = await mailbox.take(known.email, /already has an account/)
    expect(mail.text).not.toContain('Ann Example')
    expect((await mailbox.take('member@example.com', /already has an account/)).text).toContain(
      'ask an owner',
    )
    await mailbox.take('fresh@example.com', /Confirm your e-mail/)
    expect((await t.call('session.login', { body: known })).status).toBe(200)
  })

  test('each field that is wrong is named, all at once', async () => {
    const { status, body } = await t.call('accounts.register', {
      body: { name: ' ', email: 'nobody', password: 'short' },
    })
    expect(status).toBe(422)
    expect(body.errors.map((each: { path: string }) => each.path).sort()).toEqual([
      'email',
      'name',
      'password',
    ])
    for (const password of ['password123', 'PASSWORD123', 'qwertyuiop', 'abababababab']) {
      const common = await t.call('accounts.register', { body: registration({ password }) })
      expect([common.status, common.body.errors[0].path]).toEqual([422, 'password'])
    }
    const own = registration()
    const same = await t.call('accounts.register', { body: { ...own, password: own.email } })
    expect(same.body.errors[0]).toMatchObject({ path: 'password' })
    const long = await t.call('accounts.register', {
      body: registration({ password: '😀'.repeat(201) }),
    })
    expect(long.body.errors[0].msg).toMatch(/at most 200/)
    const fits = await t.call('accounts.register', {
      body: registration({ name: '😀'.repeat(200), password: `${'😀é1x'.repeat(50)}` }),
    })
    expect(fits.status).toBe(201)
  })

  test('bad input is refused in words, never with a 500', async () => {
    const bodies = [
      registration({ name: 'a\u0000b' }),
      registration({ name: '\ud800' }),
      registration({ name: 'x'.repeat(1_000_000) }),
      registration({ name: ['x'] }),
      registration({ password: '\udfff'.repeat(12) }),
      registration({ password: null }),
      JSON.parse('{"__proto__":{"name":"a"}}'),
      [],
    ]
    for (const body of bodies) {
      const { status } = await callFrom(t, '10.1.0.9', 'accounts.register', body)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    }
  })

  test('those who wait are listed and counted for who may decide', async () => {
    const before = (await t.call('accounts.listWaiting', (await token(decide)) as object)).body
    const person = await waiting()
    const { body, status } = await t.call('accounts.listWaiting', {
      ...(await token(decide)),
      query: { limit: 1, sort: '-createdAt' },
    })
    expect(status).toBe(200)
    mustFitContract('accounts.listWaiting', body)
    expect(body.data.users[0]).toMatchObject({ _id: person.id, status: 'pending', role: null })
    expect(body.data.pagination.total).toBe(before.data.pagination.total + 1)
    const other = await token([permission('Users', 'Admins', 'list')])
    expect((await t.call('accounts.listWaiting', other)).status).toBe(403)
  })
  const token = async (permissions: Parameters<typeof signInAs>[1]) => ({
    token: (await signInAs(t, permissions)).token,
  })

  test('approving lets a person in with a role, and tells them', async () => {
    const person = await waiting()
    const role = await createRole(t.db, [])
    const { status, body } = await t.call('accounts.approve', {
      ...(await token(decide)),
      params: { id: person.id },
      body: { role },
    })
    expect(status).toBe(200)
    mustFitContract('accounts.approve', body)
    expect(body.data).toMatchObject({ status: 'active', role: { _id: role } })
    const mail = await mailbox.take(person.email, /approved/)
    expect(mail.text).toContain(`${t.config.publicUrl}/`)
    expect((await t.call('session.login', { body: person })).status).toBe(200)
    const again = await t.call('accounts.approve', {
      ...(await token(decide)),
      params: { id: person.id },
      body: { role },
    })
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
  })

  test('declining deletes the account and frees its address', async () => {
    const person = await waiting()
    const { status, body } = await t.call('accounts.decline', {
      ...(await token(decide)),
      params: { id: person.id },
    })
    expect([status, body.data._id]).toEqual([200, person.id])
    await mailbox.take(person.email, /declined/)
    expect((await t.call('session.login', { body: person })).body.code).toBe('wrong_credentials')
    const again = await t.call('accounts.register', { body: person })
    expect(again.body.data).toEqual({ status: 'pending' })
    await mailbox.take(person.email, /Confirm your e-mail/)
  })

  test('two decisions at once come to one', async () => {
    const person = await waiting()
    const role = await createRole(t.db, [])
    const call = { ...(await token('owner')), params: { id: person.id } }
    const answers = await Promise.all([
      t.call('accounts.approve', { ...call, body: { role } }),
      t.call('accounts.decline', call),
      t.call('accounts.approve', { ...call, body: { role } }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('nobody grants more than they hold, nor the owner role unless an owner', async () => {
    const person = await waiting()
    const everything = await createRole(
      t.db,
      permissionModules(() => true),
    )
    const { id: owner } = await t.db
      .selectFrom('roles')
      .select('id')
      .where('system', '=', true)
      .executeTakeFirstOrThrow()
    const narrow = await token(decide)
    for (const role of [everything, owner]) {
      const { status, body } = await t.call('accounts.approve', {
        ...narrow,
        params: { id: person.id },
        body: { role },
      })
      expect([status, body.code]).toEqual([403, 'not_permitted'])
    }
    const wide = await createAdmin(t.db, everything)
    const { body } = await t.call('session.login', { body: wide })
    const refused = await t.call('accounts.approve', {
      token: body.data.token,
      params: { id: person.id },
      body: { role: owner },
    })
    expect(refused.status).toBe(403)
    const granted = await t.call('accounts.approve', {
      ...(await token('owner')),
      params: { id: person.id },
      body: { role: owner },
    })
    expect(granted.status).toBe(200)
  })

  test('a role has to be active, and a person has to wait', async () => {
    const call = await token('owner')
    const person = await waiting()
    const role = await createRole(t.db, [])
    const gone = '01900000-0000-7000-8000-000000000000'
    const bad = await t.call('accounts.approve', {
      ...call,
      params: { id: person.id },
      body: { role: gone },
    })
    expect([bad.status, bad.body.errors[0].path]).toEqual([422, 'role'])
    for (const id of [gone, 'x', '../..', '%00']) {
      const { status } = await t.call('accounts.approve', {
        ...call,
        params: { id },
        body: { role },
      })
      expect(status).toBe(404)
    }
    const [member = ''] = await create(t.db, 'users', { status: 'pending' })
    const { status } = await t.call('accounts.decline', { ...call, params: { id: member } })
    expect(status).toBe(404)
  })

  test('class: stored script in names shown to staff', async () => {
    const name = '<script>alert(1)</script>"><img src=x onerror=alert(1)>'
    const person = await waiting({ name })
    const call = await token('owner')
    const listed = await t.call('accounts.listWaiting', { ...call, query: { sort: '-createdAt' } })
    expect(listed.body.data.users.map((each: { name: string }) => each.name)).toContain(name)
    expect(listed.headers['content-type']).toMatch(/^application\/json/)
    expect(listed.headers['x-content-type-options']).toBe('nosniff')
    expect(listed.headers['content-security-policy']).toMatch(/^default-src 'none'/)
    const role = await createRole(t.db, [])
    await t.call('accounts.approve', { ...call, params: { id: person.id }, body: { role } })
    const mail = await mailbox.take(person.email, /approved/)
    expect(mail.html).toContain('&lt;script&gt;')
    expect(mail.html).not.toMatch(/<script|<img/i)
  })

  test('a name can’t add headers, recipients or lines to a mail', async () => {
    const name = 'Eve\r\nBcc: victim@example.com\r\n\r\nClick here'
    const body = registration({ name })
    expect((await t.call('accounts.register', { body })).status).toBe(422)
    // One that was stored before such names were refused.
    const person = await waiting()
    await changePerson(t, person.id, { name })
    const role = await createRole(t.db, [])
    await t.call('accounts.approve', {
      ...(await token('owner')),
      params: { id: person.id },
      body: { role },
    })
    const mail = await mailbox.take(person.email, /approved/)
    const [head = ''] = mail.raw.split('\r\n\r\n', 1)
    expect(head).not.toMatch(/^(Bcc|Click)/im)
    expect(mail.text).toMatch(/^Hello Eve Bcc: victim@example.com Click here,$/m)
    expect(mailbox.mails.some(({ to }) => to.includes('victim'))).toBe(false)
  })

  test('an admin without a password gets another invitation, one with a password none', async () => {
    const call = await token([permission('Users', 'Admins', 'create')])
    const role = await createRole(t.db, [])
    const email = `invited-${nextNumber()}@example.com`
    const [id = ''] = await create(t.db, 'users', { type: 'admin', role_id: role, email })
    const { status, body } = await t.call('accounts.invite', { ...call, params: { id } })
    expect(status).toBe(200)
    mustFitContract('accounts.invite', body)
    const days = (Date.parse(body.data.expiresAt) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.99)
    expect(days).toBeLessThanOrEqual(7)
    const mail = await mailbox.take(email, /staff account/)
    const link = tokenIn(mail)
    expect(mail.text).toContain(`${t.config.publicUrl}/reset-password/${link}`)
    const checked = await t.call('accounts.checkLink', { body: { token: link } })
    expect(checked.body.data.kind).toBe('invitation')
    const set = await t.call('accounts.resetPassword', {
      body: { token: link, password: goodPassword },
    })
    expect(set.status).toBe(200)
    const signedIn = await t.call('session.login', { body: { email, password: goodPassword } })
    expect(signedIn.status).toBe(200)
    const again = await t.call('accounts.invite', { ...call, params: { id } })
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
  })

  test('invitations go only to whom the permission to create is for', async () => {
    const admins = { module: 'Users', submodule: 'Admins' } as const
    const inviter = await t.signIn([permission('Users', 'Admins', 'create')], {
      conditions: [{ ...admins, action: 'create', where: { status: ['inactive'] } }],
    })
    const role = await createRole(t.db, [])
    const email = `invited-${nextNumber()}@example.com`
    const [id = ''] = await create(t.db, 'users', { type: 'admin', role_id: role, email })
    const { status } = await t.call('accounts.invite', { token: inviter.token, params: { id } })
    expect(status).toBe(403)
  })

  test('class: invitations of one person without end', async () => {
    const call = await token([permission('Users', 'Admins', 'create')])
    const role = await createRole(t.db, [])
    const email = `invited-${nextNumber()}@example.com`
    const [id = ''] = await create(t.db, 'users', { type: 'admin', role_id: role, email })
    const invite = async () => (await t.call('accounts.invite', { ...call, params: { id } })).status
    for (let n = 0; n < 5; n += 1) expect(await invite()).toBe(200)
    expect(await invite()).toBe(429)
  })
})
