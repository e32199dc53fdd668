import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readNetworks } from '../../http/outbound-networks.ts'
import { changeRole } from '../../testing/accounts.ts'
import { oneEngine } from '../../testing/database.ts'
import { createAdmin, createRole, nextNumber } from '../../testing/factories.ts'
import { named } from '../../testing/grants.ts'
import { type OpenidProvider, startOpenidProvider } from '../../testing/openid-provider.ts'
import { addProvider, finishFlow, signInAt, startFlow } from '../../testing/provider-sign-in.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'

const loopback = readNetworks('127.0.0.0/8') ?? []

describe.each(oneEngine)('signing in at a real provider, on %s', (engine) => {
  let provider: OpenidProvider
  let t: TestApp
  let owner: { token: string; userId: string }
  let helpers: string
  let editors: string
  let id: string
  beforeAll(async () => {
    provider = await startOpenidProvider()
    t = await startTestApp(
      engine,
      { privateNetworks: loopback, publicUrl: 'https://staff.example.com' },
      { writesBySql: true },
    )
    owner = await t.signIn('owner')
    helpers = await createRole(t.db, [])
    editors = await createRole(t.db, [])
    ;({ id } = await addProvider(t, owner.token, provider, {
      groupRoles: [
        { group: 'editors', role: editors },
        { group: 'helpers', role: helpers },
      ],
      admission: [
        { claim: null, value: 'editors', status: 'active' },
        { claim: 'email_verified', value: 'true', status: 'pending' },
      ],
    }))
  })
  afterAll(async () => {
    await t.dispose()
    await provider.stop()
  })
  beforeEach(async () => {
    await t.db.deleteFrom('attempts').execute()
  })

  /** Somebody whom the provider knows, by a login of their own. */
  const person = async (claims: Record<string, unknown> = {}) => {
    const login = `person-${nextNumber()}`
    provider.people[login] = {
      name: `Person ${login}`,
      email: `${login}@example.com`,
      email_verified: true,
      groups: ['editors'],
      ...claims,
    }
    await provider.refresh()
    return login
  }
  const signIn = (login: string) =>
    signInAt(t, { provider: id, login, browser: provider.browser() })
  const own = (token: string) => t.call('profile.own', { token })
  const update = async (fields: Record<string, unknown>) => {
    const { status, body } = await t.call('identityProviders.update', {
      token: owner.token,
      params: { id },
      body: fields,
    })
    expect([status, body.message]).toEqual([200, 'Identity provider saved'])
  }

  test('the first time makes an account, with the role of the first group that is mapped', async () => {
    const login = await person({ groups: ['helpers', 'editors'] })
    const { status, body } = await signIn(login)
    expect([status, body.message]).toEqual([200, 'Signed in'])
    mustFitContract('openid.finish', body)
    expect(body.data).toMatchObject({
      returnTo: '/',
      admin: {
        name: `Person ${login}`,
        email: `${login}@example.com`,
        status: 'active',
        role: { _id: editors },
        provider: { _id: id, name: 'Campus' },
      },
    })
    expect((await own(body.data.token)).status).toBe(200)
    const again = await signIn(login)
    expect(again.body.data.admin._id).toBe(body.data.admin._id)
  })

  test('the path to come back to is kept by the server, and is one of ours', async () => {
    const login = await person()
    const flow = await startFlow(t, id, '/bills?status=due')
    const answer = await finishFlow(t, flow, await provider.browser().signIn(flow.url, login))
    expect(answer.body.data.returnTo).toBe('/bills?status=due')
    for (const returnTo of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '\\\\evil.example',
      '/ok\n//evil.example',
      'bills',
    ]) {
      const { status, body } = await t.call('openid.start', { body: { provider: id, returnTo } })
      expect([returnTo, status, body.errors?.[0]?.path]).toEqual([returnTo, 422, 'returnTo'])
    }
  })

  test('groups decide at every sign-in: another role, then none, which ends every session', async () => {
    const login = await person()
    const first = (await signIn(login)).body.data
    provider.people[login] = { ...provider.people[login], groups: ['helpers'] }
    await provider.refresh()
    const second = (await signIn(login)).body.data
    expect(second.admin.role._id).toBe(helpers)
    provider.people[login] = { ...provider.people[login], groups: ['others'] }
    await provider.refresh()
    const refused = await signIn(login)
    expect([refused.status, refused.body.code]).toEqual([403, 'account_not_ready'])
    expect(refused.body.message).toBe(
      'None of your groups at “Campus” has a role here. Please contact an owner.',
    )
    for (const { token } of [first, second]) expect((await own(token)).status).toBe(401)
    const { body } = await t.call('users.details', {
      token: owner.token,
      params: { id: first.admin._id },
    })
    expect(body.data).toMatchObject({ role: null, status: 'active' })
    // In a group again, they have a role again.
    provider.people[login] = { ...provider.people[login], groups: ['helpers'] }
    await provider.refresh()
    expect((await signIn(login)).body.data.admin.role._id).toBe(helpers)
  })

  test('nobody is admitted whom no rule admits, however valid their account there is', async () => {
    const login = await person({ groups: ['helpers'], email_verified: undefined })
    const { status, body } = await signIn(login)
    expect([status, body.code]).toEqual([403, 'account_not_ready'])
    expect(body.message).toBe(
      '“Campus” knows you, but you aren’t admitted here. Please contact an owner.',
    )
    const found = await t.db
      .selectFrom('users')
      .where('email', '=', `${login}@example.com`)
      .selectAll()
      .execute()
    expect(found).toEqual([])
  })

  test('a rule may have an account wait for approval, which gives it no other role', async () => {
    const login = await person({ groups: ['helpers'] })
    const { status, body } = await signIn(login)
    expect([status, body.message]).toEqual([
      403,
      'Your account is waiting for approval. You can sign in once it has been approved.',
    ])
    const user = await t.db
      .selectFrom('users')
      .where('email', '=', `${login}@example.com`)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(user).toMatchObject({ status: 'pending', role_id: helpers, provider_id: id })
    const approve = (role: string) =>
      t.call('accounts.approve', { token: owner.token, params: { id: user.id }, body: { role } })
    const other = await approve(editors)
    expect([other.status, other.body.message]).toEqual([
      409,
      `The role of Person ${login} comes from “Campus” and can only be changed there.`,
    ])
    expect((await approve(helpers)).status).toBe(200)
    expect((await signIn(login)).status).toBe(200)
  })

  test('a group that leads to a deleted or inactive role refuses in one sentence, and changes nothing', async () => {
    const login = await person()
    const { token, admin } = (await signIn(login)).body.data
    for (const [status, words] of [
      ['deleted', 'has been deleted'],
      ['inactive', 'is inactive'],
    ] as const) {
      const before = await t.db
        .selectFrom('users')
        .where('id', '=', admin._id)
        .selectAll()
        .execute()
      await changeRole(t, editors, { status })
      const { status: answered, body } = await signIn(login)
      expect(answered).toBe(403)
      expect(body.message).toContain('The group “editors” is mapped to the role')
      expect(body.message).toContain(words)
      expect(
        await t.db.selectFrom('users').where('id', '=', admin._id).selectAll().execute(),
      ).toEqual(before)
      await changeRole(t, editors, { status: 'active' })
      expect((await own(token)).status).toBe(200)
    }
  })

  test('an account with the same address is linked only where that is allowed, and never an owner', async () => {
    const account = await createAdmin(t.db, helpers)
    const login = await person({ email: account.email.toUpperCase() })
    const refusal = async () => (await signIn(login)).body.message
    expect(await refusal()).toMatch(/There is an account with your e-mail address already/)
    await update({ linksAccounts: true })
    provider.people[login] = { ...provider.people[login], email_verified: false }
    await provider.refresh()
    expect(await refusal()).toMatch(/doesn’t say that the address is verified/)
    provider.people[login] = { ...provider.people[login], email_verified: true }
    await provider.refresh()
    await t.db
      .updateTable('users')
      .set({ email_confirmed: false, status: 'pending' })
      .where('id', '=', account.id)
      .execute()
    expect(await refusal()).toMatch(/hasn’t confirmed it/)
    await t.db
      .updateTable('users')
      .set({ email_confirmed: true, status: 'active' })
      .where('id', '=', account.id)
      .execute()
    const { body } = await signIn(login)
    expect(body.data.admin).toMatchObject({ _id: account.id, role: { _id: editors } })

    // Whoever saved the mapping may not hold what a role outside of it permits.
    const outside = await createAdmin(t.db, await createRole(t.db, []))
    const outsideLogin = await person({ email: outside.email })
    expect((await signIn(outsideLogin)).body.message).toMatch(
      /There is an account with your e-mail address already/,
    )

    const system = await t.db
      .selectFrom('roles')
      .where('system', '=', true)
      .select('id')
      .executeTakeFirstOrThrow()
    const chief = await createAdmin(t.db, system.id)
    const chiefLogin = await person({ email: chief.email })
    expect((await signIn(chiefLogin)).body.message).toMatch(
      /an owner is never linked by an address/,
    )
    const member = await createAdmin(t.db, null, { type: 'member' })
    const memberLogin = await person({ email: member.email })
    expect((await signIn(memberLogin)).body.message).toMatch(/no staff account/)
    await update({ linksAccounts: false })
  })

  test('a person who is deactivated or deleted here stays so, whatever the provider says', async () => {
    const login = await person()
    const { admin } = (await signIn(login)).body.data
    const call = (name: 'users.changeStatus' | 'users.delete') =>
      t.call(name, { token: owner.token, params: { id: admin._id } })
    expect((await call('users.changeStatus')).status).toBe(200)
    expect((await signIn(login)).body.message).toMatch(/deactivated/)
    expect((await call('users.delete')).status).toBe(200)
    expect((await signIn(login)).body.message).toBe(
      'Your account here has been deleted. Please contact an owner.',
    )
  })

  test('the role of a linked person can’t be changed here, by any way', async () => {
    const login = await person()
    const { admin } = (await signIn(login)).body.data
    const words = `The role of Person ${login} comes from “Campus” and can only be changed there.`
    const edit = (body: object) =>
      t.call('users.update', {
        token: owner.token,
        params: { id: admin._id },
        body: { id: admin._id, ...body },
      })
    const byEdit = await edit({ role: helpers })
    expect([byEdit.status, byEdit.body.message]).toEqual([409, words])
    expect((await edit({ type: 'member' })).body.message).toBe(words)
    const assigned = await t.call('users.assignRole', {
      token: owner.token,
      body: { role: helpers, users: [admin._id] },
    })
    expect([assigned.status, assigned.body.message]).toEqual([409, words])
    // Everything else can.
    expect((await edit({ phone: '123', role: editors })).status).toBe(200)
    // Neither can an undo bring another role back.
    provider.people[login] = { ...provider.people[login], groups: ['helpers'] }
    await provider.refresh()
    await signIn(login)
    const { body } = await t.call('auditLog.list', {
      token: owner.token,
      query: { record: admin._id, action: 'update' },
    })
    const entry = body.data.entries.find((each: { after: object }) => 'role' in each.after)
    expect(entry.detail).toBe('From the identity provider “Campus”')
    const undone = await t.call('auditLog.undo', { token: owner.token, params: { id: entry._id } })
    expect([undone.status, undone.body.message]).toEqual([409, words])
    // Once the provider is turned off, it is decided here.
    await update({ enabled: false })
    expect((await edit({ role: editors })).status).toBe(200)
    await update({ enabled: true })
  })

  test('a provider that is turned off lets nobody in, and signs out whoever came by it', async () => {
    const login = await person()
    const { token } = (await signIn(login)).body.data
    const flow = await startFlow(t, id)
    const back = await provider.browser().signIn(flow.url, login)
    await update({ enabled: false })
    expect((await own(token)).status).toBe(401)
    const late = await finishFlow(t, flow, back)
    expect([late.status, late.body.message]).toEqual([
      404,
      'Nobody can sign in with this identity provider any more. Reload the page.',
    ])
    expect((await t.call('openid.start', { body: { provider: id } })).status).toBe(404)
    await update({ enabled: true })
  })

  test('who cancels at the provider is told so', async () => {
    const flow = await startFlow(t, id)
    const back = await provider.browser().cancel(flow.url)
    expect(back.searchParams.get('error')).toBe('access_denied')
    const { status, body } = await finishFlow(t, flow, back)
    expect([status, body.message]).toEqual([
      401,
      'You weren’t signed in: “Campus” says that it was cancelled or denied.',
    ])
  })

  test('each sign-in is in the audit log, and each refusal, without a token', async () => {
    const login = await person()
    const { admin } = (await signIn(login)).body.data
    const stranger = await person({ groups: [] })
    await signIn(stranger)
    const { entries } = (
      await t.call('auditLog.list', { token: owner.token, query: { area: 'accounts', limit: 5 } })
    ).body.data
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'sign-in',
        detail: 'With Campus',
        record: expect.objectContaining({ _id: admin._id }),
      }),
    )
    expect(entries[0]).toMatchObject({
      action: 'sign-in-failed',
      record: { title: `${stranger}@example.com` },
      detail: expect.stringContaining('With Campus: None of your groups'),
    })
  })

  test('somebody who may only see integrations can’t save a provider', async () => {
    const other = await t.signIn(named('System · Integrations · list'))
    const list = await t.call('identityProviders.list', { token: other.token })
    mustFitContract('identityProviders.list', list.body)
    expect(JSON.stringify(list.body)).not.toContain('a secret of the client')
    const change = { token: other.token, params: { id }, body: { name: 'Mine' } }
    expect((await t.call('identityProviders.update', change)).status).toBe(403)
  })
})
