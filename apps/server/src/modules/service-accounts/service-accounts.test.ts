import { endpoints } from '@steward/contract/calls/endpoints'
import type { EndpointName } from '@steward/contract/calls/routes'
import { maxServiceAccounts } from '@steward/contract/service-accounts/service-accounts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { create, createRole, nextNumber } from '../../testing/factories.ts'
import { granting, named } from '../../testing/grants.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'
import { statementsOf } from '../../testing/statements.ts'

const unknown = 'This key is unknown, has expired or was revoked.'

describe.each(oneEngine)('service accounts on %s', (engine) => {
  let app: TestApp
  let owner: { token: string; userId: string; roleId: string }
  beforeAll(async () => {
    app = await startTestApp(engine)
    owner = await app.signIn('owner')
  })
  afterAll(() => app.dispose())

  const account = async (permissions: readonly string[] = ['Operations · Bills · list']) => {
    const role = await createRole(app.db, granting(...permissions))
    const name = `Sync ${nextNumber()}`
    const { status, body } = await app.call('serviceAccounts.create', {
      token: owner.token,
      body: { name, role, about: 'Copies bills' },
    })
    expect(status).toBe(201)
    mustFitContract('serviceAccounts.create', body)
    return { id: body.data._id as string, role, name }
  }
  const keyOf = async (id: string, body: object = {}) => {
    const answer = await app.call('serviceAccounts.createKey', {
      token: owner.token,
      params: { id },
      body: { name: 'Nightly', ...body },
    })
    expect(answer.status).toBe(201)
    mustFitContract('serviceAccounts.createKey', answer.body)
    return answer.body.data as { secret: string; key: { _id: string; prefix: string } }
  }
  const bills = (token: string, headers: Record<string, string> = {}) =>
    app.call('bills.list', { token, headers })
  const refusal = async (token: string) => {
    const { status, body } = await bills(token)
    return [status, body.code, body.message]
  }
  const listed = async (id: string) => {
    const { body } = await app.call('serviceAccounts.list', { token: owner.token })
    mustFitContract('serviceAccounts.list', body)
    return body.data.accounts.find((each: { _id: string }) => each._id === id)
  }

  test('a key does what the role of its account permits, and nothing else', async () => {
    const { id, name } = await account()
    const { secret } = await keyOf(id)
    expect((await bills(secret)).status).toBe(200)
    const { status, body } = await app.call('tasks.list', { token: secret })
    expect([status, body.code]).toEqual([403, 'not_permitted'])
    await expect
      .poll(async () => (await listed(id)).keys[0])
      .toMatchObject({ status: 'active', lastUsedFrom: '127.0.0.1', name: 'Nightly' })
    const person = await app.call('users.details', { token: owner.token, params: { id } })
    expect(person.body.data).toMatchObject({ name, email: null, type: 'admin', service: true })
  })

  test('the database holds nothing that a key could be made from, nor do answers and the audit log', async () => {
    const { id } = await account()
    const { secret, key } = await keyOf(id)
    const [table, log, answer] = await Promise.all([
      sql`select * from service_keys`.execute(app.db),
      sql`select * from audit_entries`.execute(app.db),
      app.call('serviceAccounts.list', { token: owner.token }),
    ])
    const all = JSON.stringify([table.rows, log.rows, answer.body])
    expect(all).toContain(key.prefix)
    expect(all).not.toContain(secret)
    expect(all).not.toContain(secret.slice(10))
  })

  test('the audit log names key and account, also of jobs that it starts', async () => {
    const { id, name } = await account([
      'Operations · Bills · list',
      'Operations · Bills · update',
      'Operations · Bills · delete',
    ])
    const { secret, key } = await keyOf(id)
    const [one = '', other = ''] = await create(app.db, 'bills', {}, {})
    const edit = { params: { id: one }, body: { data: { notes: 'seen' } } }
    expect((await app.call('bills.update', { token: secret, ...edit })).status).toBe(200)
    const job = { area: 'bills', action: 'delete', ids: [other] }
    expect((await app.call('jobs.create', { token: secret, body: job })).status).toBe(201)
    const entries = async () => {
      const query = { record: [one, other], actor: id }
      const { body } = await app.call('auditLog.list', { token: owner.token, query })
      mustFitContract('auditLog.list', body)
      return body.data.entries
    }
    const via = { key: { _id: key._id, name: 'Nightly' } }
    await expect.poll(entries).toMatchObject([
      { action: 'delete', through: 'job', actor: { _id: id, name }, via },
      { action: 'update', through: 'api', client: 'script', actor: { _id: id, name }, via },
    ])
    const own = { token: owner.token, params: { id: one }, body: { data: { notes: null } } }
    expect((await app.call('bills.update', own)).status).toBe(200)
    const query = { record: one, actor: owner.userId, action: 'update' }
    const { body } = await app.call('auditLog.list', { token: owner.token, query })
    expect(body.data.entries).toMatchObject([{ via: null }])
  })

  test('a revoked, expired, unknown or mistyped key is refused at the next call', async () => {
    const { id } = await account()
    const { secret, key } = await keyOf(id)
    expect((await bills(secret)).status).toBe(200)
    const revoke = { token: owner.token, params: { id: key._id } }
    expect((await app.call('serviceAccounts.revokeKey', revoke)).status).toBe(200)
    expect(await refusal(secret)).toEqual([401, 'no_session', unknown])
    // Once more changes nothing.
    expect((await app.call('serviceAccounts.revokeKey', revoke)).status).toBe(200)
    const second = await keyOf(id)
    await sql`update service_keys set expires_at = now() where id = ${second.key._id}`.execute(
      app.db,
    )
    expect(await refusal(second.secret)).toEqual([401, 'no_session', unknown])
    expect((await listed(id)).keys.map(({ status }: { status: string }) => status)).toEqual([
      'expired',
      'revoked',
    ])
    const query = { area: 'integrations', record: key._id }
    const { body } = await app.call('auditLog.list', { token: owner.token, query })
    expect(body.data.entries.map(({ action }: { action: string }) => action)).toEqual([
      'delete',
      'create',
    ])
  })

  test('a key without a time of its own expires after 90 days, and no sooner than it says', async () => {
    const { id } = await account()
    const daysOf = async (body: object) => {
      const began = Date.now()
      const { key } = await keyOf(id, body)
      const { expiresAt } = (await listed(id)).keys.find(
        (each: { _id: string }) => each._id === key._id,
      )
      return Math.round((Date.parse(expiresAt) - began) / 864_000) / 100
    }
    expect([await daysOf({}), await daysOf({ days: 7 })]).toEqual([90, 7])
    const { key } = await keyOf(id)
    const rotated = await app.call('serviceAccounts.rotateKey', {
      token: owner.token,
      params: { id: key._id },
      body: {},
    })
    const { expiresAt } = rotated.body.data.key
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(90)
    const forever = await app.call('serviceAccounts.createKey', {
      token: owner.token,
      params: { id },
      body: { name: 'Forever', days: 367 },
    })
    expect([forever.status, forever.body.errors[0].path]).toEqual([422, 'days'])
  })

  test('a text that only looks like a key costs no statement', async () => {
    const { id } = await account()
    const { secret } = await keyOf(id)
    const wrong = `${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`
    expect(await statementsOf(() => bills(wrong))).toEqual([])
    expect(await refusal(wrong)).toEqual([401, 'no_session', unknown])
  })

  test('an account that is deactivated, deleted or without an active role loses its keys’ access', async () => {
    const { id, role } = await account()
    const { secret } = await keyOf(id)
    const params = { id }
    const status = () => bills(secret).then((answer) => answer.status)
    await app.call('users.changeStatus', { token: owner.token, params })
    expect(await status()).toBe(401)
    await app.call('users.changeStatus', { token: owner.token, params })
    expect(await status()).toBe(200)
    await sql`update roles set status = 'inactive' where id = ${role}`.execute(app.db)
    expect(await status()).toBe(401)
    await sql`update roles set status = 'active' where id = ${role}`.execute(app.db)
    await app.call('users.delete', { token: owner.token, params })
    expect(await status()).toBe(401)
    await app.call('users.restore', { token: owner.token, params })
    // Like a password: others may know it by now.
    expect(await refusal(secret)).toEqual([401, 'no_session', unknown])
    expect((await bills((await keyOf(id)).secret)).status).toBe(200)
  })

  test('class: a key that becomes a person: it makes no account of staff, and moves no address of one', async () => {
    const { id, role } = await account(['Users · Admins · create', 'Users · Admins · update'])
    const { secret } = await keyOf(id)
    const body = {
      name: 'Me',
      email: 'me@example.com',
      type: 'admin',
      role,
      password: 'three calm green boats',
    }
    const said = 'A key can’t do this: it changes who has access, which a person has to confirm.'
    const made = await app.call('users.create', { token: secret, body })
    expect([made.status, made.body.message]).toEqual([403, said])
    const [peer = ''] = await create(app.db, 'users', {
      type: 'admin',
      email: 'peer@example.com',
      role_id: role,
    })
    const moved = { token: secret, params: { id: peer }, body: { email: 'me@example.com' } }
    const answer = await app.call('users.update', moved)
    expect([answer.status, answer.body.message]).toEqual([403, said])
    const renamed = { token: secret, params: { id: peer }, body: { name: 'Renamed' } }
    expect((await app.call('users.update', renamed)).status).toBe(200)
  })

  test('a key bound to networks is refused from others, in one sentence, and says so on its page', async () => {
    const { id } = await account()
    const { secret } = await keyOf(id, { networks: ['203.0.113.0/24'] })
    expect(await refusal(secret)).toEqual([
      403,
      'not_permitted',
      'This key may not be used from 127.0.0.1.',
    ])
    await expect
      .poll(async () => (await listed(id)).keys[0])
      .toMatchObject({ refusedFrom: '127.0.0.1', lastUsedAt: null })
    const { secret: other } = await keyOf(id, { networks: ['203.0.113.0/24', '127.0.0.1'] })
    expect((await bills(other)).status).toBe(200)
    const wrong = await app.call('serviceAccounts.createKey', {
      token: owner.token,
      params: { id },
      body: { name: 'x', networks: ['10.0.0.0/33'] },
    })
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      [
        {
          msg: 'Must be an address or a network such as 203.0.113.0/24',
          path: 'networks.0',
        },
      ],
    ])
  })

  test('calls are limited by key, and the headers say how many are left', async () => {
    const { id } = await account()
    const { secret } = await keyOf(id, { maxPerMinute: 2 })
    const { secret: other } = await keyOf(id)
    const first = await bills(secret)
    expect(first.headers['ratelimit-policy']).toBe('"key";q=2;w=60')
    expect(first.headers['ratelimit']).toMatch(/^"key";r=1;t=\d+$/)
    expect((await bills(secret)).headers['ratelimit']).toMatch(/^"key";r=0;t=\d+$/)
    const third = await bills(secret)
    expect([third.status, third.body.code]).toEqual([429, 'too_many'])
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0)
    expect((await bills(other)).status).toBe(200)
    expect((await bills(owner.token)).headers['ratelimit']).toBeUndefined()
  })

  test('a rotated key goes on for the hours of the overlap, and its successor has its limits', async () => {
    const { id } = await account()
    const networks = ['127.0.0.0/8']
    const { secret, key } = await keyOf(id, { networks, maxPerMinute: 50 })
    const rotate = (of: string, body: object) =>
      app.call('serviceAccounts.rotateKey', { token: owner.token, params: { id: of }, body })
    const { status, body } = await rotate(key._id, { overlapHours: 1 })
    expect(status).toBe(201)
    mustFitContract('serviceAccounts.rotateKey', body)
    expect(body.data.key).toMatchObject({ networks, maxPerMinute: 50, replaces: key._id })
    expect((await bills(secret)).status).toBe(200)
    expect((await bills(body.data.secret)).status).toBe(200)
    const old = (await listed(id)).keys.find(({ _id }: { _id: string }) => _id === key._id)
    expect(Date.parse(old.expiresAt) - Date.now()).toBeLessThanOrEqual(3_600_000)
    const again = await rotate(body.data.key._id, { overlapHours: 0 })
    expect((await bills(body.data.secret)).status).toBe(401)
    expect((await bills(again.body.data.secret)).status).toBe(200)
    expect((await rotate(body.data.key._id, {})).body.message).toBe(
      'This key can’t be used any more. Create a new one instead.',
    )
  })

  test('no key takes part in what a person has to confirm, or has of their own', async () => {
    const all = [
      'System · Integrations · list',
      'System · Integrations · update',
      'Users · Admins · list',
      'Users · Admins · create',
    ]
    const { id, role } = await account(all)
    const { secret } = await keyOf(id)
    const personal = (Object.keys(endpoints) as EndpointName[]).filter(
      (name) => 'personal' in endpoints[name],
    )
    expect(personal.length).toBeGreaterThan(25)
    for (const name of personal) {
      const { status, body } = await app.call(name, { token: secret, params: { id }, body: {} })
      expect([name, status, body.message]).toEqual([
        name,
        403,
        'This call is for people: a key has no profile, no sessions and no screen.',
      ])
    }
    expect((await app.call('permissions.own', { token: secret })).status).toBe(200)
    // An account of its own kind, or another key, would outlive it.
    expect((await listed(id)).keys).toHaveLength(1)
    expect(role).toBeDefined()
  })

  test('an account has no address, no password, and is never an owner', async () => {
    const { id } = await account()
    const edit = async (body: object) =>
      (await app.call('users.update', { token: owner.token, params: { id }, body })).body.errors
    expect(await edit({ email: 'sync@example.com' })).toEqual([
      { msg: 'Must be empty for a service account', path: 'email' },
    ])
    expect(await edit({ type: 'member' })).toEqual([
      { msg: 'Must stay admin for a service account', path: 'type' },
    ])
    expect(await edit({ role: owner.roleId })).toEqual([
      { msg: 'Can’t be that of owners for a service account', path: 'role' },
    ])
    const made = await app.call('serviceAccounts.create', {
      token: owner.token,
      body: { name: 'Owner', role: owner.roleId },
    })
    expect([made.status, made.body.errors]).toEqual([
      422,
      [{ msg: 'Can’t be that of owners for a service account', path: 'role' }],
    ])
    const renamed = { token: owner.token, params: { id }, body: { name: 'Renamed' } }
    expect((await app.call('users.update', renamed)).status).toBe(200)
  })

  test('nobody gets by a key what they don’t hold themselves', async () => {
    const { id, role } = await account(['Operations · Bills · list', 'Operations · Bills · delete'])
    const staff = await app.signIn(
      named('System · Integrations · list', 'System · Integrations · update'),
    )
    const body = { name: 'Mine', role }
    const made = await app.call('serviceAccounts.create', { token: staff.token, body })
    expect([made.status, made.body.code]).toEqual([403, 'not_permitted'])
    const key = { token: staff.token, params: { id }, body: { name: 'Mine' } }
    const refused = await app.call('serviceAccounts.createKey', key)
    expect([refused.status, refused.body.code]).toEqual([409, 'unsafe'])
    const { key: known } = await keyOf(id)
    const rotate = { token: staff.token, params: { id: known._id }, body: {} }
    expect((await app.call('serviceAccounts.rotateKey', rotate)).body.code).toBe('unsafe')
    // Whoever may set keys up can always take one away.
    const revoke = { token: staff.token, params: { id: known._id } }
    expect((await app.call('serviceAccounts.revokeKey', revoke)).status).toBe(200)
    const { body: seen } = await app.call('serviceAccounts.list', { token: staff.token })
    expect(seen.data.roles).not.toContainEqual(expect.objectContaining({ _id: role }))
  })

  test('a step-up is asked for, and keys of one account are bounded', async () => {
    const { id } = await account()
    await sql`update sessions set proved_at = now() - interval '1 hour' where user_id = ${owner.userId}`.execute(
      app.db,
    )
    const make = () =>
      app.call('serviceAccounts.createKey', {
        token: owner.token,
        params: { id },
        body: { name: 'Nightly' },
      })
    expect((await make()).body.code).toBe('step_up_required')
    expect((await listed(id)).keys).toEqual([])
    await sql`update sessions set proved_at = now() where user_id = ${owner.userId}`.execute(app.db)
    for (let n = 0; n < maxServiceAccounts.keys; n += 1) expect((await make()).status).toBe(201)
    expect([(await make()).status, (await make()).body.message]).toEqual([
      409,
      'This account has 20 keys, which is the maximum. Revoke one first.',
    ])
  })
})
