import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readNetworks } from '../../http/outbound-networks.ts'
import { changePerson, signInAs } from '../../testing/accounts.ts'
import { oneEngine } from '../../testing/database.ts'
import { createRole, nextNumber } from '../../testing/factories.ts'
import { type OpenidProvider, startOpenidProvider } from '../../testing/openid-provider.ts'
import { addProvider, signInAt } from '../../testing/provider-sign-in.ts'
import { openScimClient, patchOf, scimGroup, scimUser } from '../../testing/scim.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

const loopback = readNetworks('127.0.0.0/8') ?? []
const noOwner = /no owner could sign in any more/

describe.each(oneEngine)('who gets in while passwords are off, on %s', (engine) => {
  let provider: OpenidProvider
  let t: TestApp
  let founder: Awaited<ReturnType<typeof signInAs>>
  let staff: string
  let id: string
  beforeAll(async () => {
    provider = await startOpenidProvider()
    t = await startTestApp(
      engine,
      { privateNetworks: loopback, publicUrl: 'https://staff.example.com' },
      { writesBySql: true },
    )
    founder = await signInAs(t, 'owner')
    staff = await createRole(t.db, [])
    ;({ id } = await addProvider(t, founder.token, provider, {
      groupRoles: usual(),
      admission: [{ claim: null, value: 'owners', status: 'active' }],
    }))
  })
  afterAll(async () => {
    await t.dispose()
    await provider.stop()
  })
  beforeEach(async () => {
    await t.db.deleteFrom('attempts').execute()
    await sql`delete from sign_in_settings`.execute(t.db)
    const { rows } = await sql<{ id: string }>`
      select id from users where role_id = ${founder.roleId} and id <> ${founder.id}`.execute(t.db)
    for (const row of rows) await changePerson(t, row.id, { status: 'inactive' })
    await map(usual())
  })

  const usual = () => [
    { group: 'owners', role: founder.roleId },
    { group: 'staff', role: staff },
  ]
  const map = (groupRoles: object[]) =>
    sql`update identity_providers set group_roles = ${JSON.stringify(groupRoles)}::jsonb
      where id = ${id}`.execute(t.db)
  const turnOff = () =>
    sql`insert into sign_in_settings (passwords_off) values (true)
      on conflict (only_row) do update set passwords_off = true`.execute(t.db)
  const update = (token: string, body: object) =>
    t.call('identityProviders.update', { token, params: { id }, body })

  const tell = async (login: string, groups: string[]) => {
    const email = `${login}@example.com`
    provider.people[login] = { name: login, email, email_verified: true, groups }
    await provider.refresh()
  }
  const signIn = (login: string) =>
    signInAt(t, { provider: id, login, browser: provider.browser() })
  /** A new owner, who signs in by the provider alone. */
  const owner = async (...groups: string[]) => {
    const login = `owner-${nextNumber()}`
    await tell(login, ['owners', ...groups])
    const { status, body } = await signIn(login)
    expect([status, body.data?.admin.role._id]).toEqual([200, founder.roleId])
    return { login, id: body.data.admin._id as string, token: body.data.token as string }
  }

  test('the group by which owners are owners can’t be taken out of the mapping', async () => {
    const ada = await owner('staff')
    await turnOff()
    const [owners, others] = usual()
    for (const groupRoles of [
      [],
      [others],
      [{ group: 'owners', role: staff }],
      [{ group: 'somebody else', role: founder.roleId }],
      [others, owners],
    ]) {
      const { status, body } = await update(ada.token, { groupRoles })
      expect([status, body.code, body.message]).toEqual([
        409,
        'unsafe',
        expect.stringMatching(noOwner),
      ])
    }
    expect((await update(ada.token, { enabled: false })).body.message).toMatch(noOwner)
    // Who is an owner by that group alone stays one.
    await owner()
    expect((await update(ada.token, { groupRoles: [others, owners] })).status).toBe(200)
    const again = await signIn(ada.login)
    expect(again.body.data.admin.role._id).toBe(staff)
  })

  test('of owners whose groups aren’t known, some group has to lead to their role', async () => {
    const ada = await owner()
    await sql`update identity_links set owner_groups = null`.execute(t.db)
    await turnOff()
    expect((await update(ada.token, { groupRoles: [] })).body.message).toMatch(noOwner)
    const moved = [{ group: 'chiefs', role: founder.roleId }]
    expect((await update(ada.token, { groupRoles: moved })).status).toBe(200)
  })

  test('an owner to whom the mapping no longer gives the role is none that remains', async () => {
    const ada = await owner()
    const ben = await owner()
    await sql`update identity_links set owner_groups = '{former}' where user_id = ${ben.id}`.execute(
      t.db,
    )
    await turnOff()
    const { status, body } = await t.call('users.changeStatus', {
      token: ben.token,
      params: { id: ada.id },
    })
    expect([status, body.message]).toEqual([
      409,
      expect.stringMatching(/the last active owner who can sign in\./),
    ])
  })

  test.each([
    ['no group', []],
    ['a group of another role', ['staff']],
    ['a group whose role is gone', ['gone']],
  ])('the last owner who can sign in does so and stays one, with %s', async (_, groups) => {
    const ada = await owner()
    await turnOff()
    const gone = { group: 'gone', role: '01900000-0000-7000-8000-000000000000' }
    await map([...usual(), gone])
    await tell(ada.login, groups)
    const explained = await t.call('identityProviders.explain', {
      token: ada.token,
      params: { id },
      body: { token: JSON.stringify({ sub: ada.login, groups }) },
    })
    expect(explained.body.data).toMatchObject({
      outcome: 'active',
      reason: { message: `${ada.login} signs in and stays the last owner.` },
    })
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await signIn(ada.login)
      expect([status, body.data?.admin.role._id]).toEqual([200, founder.roleId])
    }
    const query = { action: 'sign-in', limit: 1 }
    const log = await t.call('auditLog.list', { token: ada.token, query })
    expect(log.body.data.entries[0].detail).toBe('With Campus, kept as the last owner')
    // With a password to fall back on, the provider decides.
    await t.call('openid.keepPassword', { token: founder.token, body: { keep: true } })
    const { status } = await signIn(ada.login)
    expect(status).toBe(groups[0] === 'staff' ? 200 : 403)
    await sql`delete from kept_passwords`.execute(t.db)
  })

  test('where nobody can sign in, no owner goes', async () => {
    const ada = await owner()
    const ben = await owner()
    await sql`update identity_links set owner_groups = '{former}'`.execute(t.db)
    await turnOff()
    const { status, body } = await t.call('users.changeStatus', {
      token: ben.token,
      params: { id: ada.id },
    })
    expect([status, body.message]).toEqual([409, expect.stringMatching(/^No owner can sign in/)])
    for (const { login } of [ada, ben]) await tell(login, [])
    for (const { login } of [ada, ben]) expect((await signIn(login)).status).toBe(200)
  })

  test('provisioning takes no owner’s link away who could not sign in without it', async () => {
    const ada = await owner()
    const scim = await openScimClient(t, ada.token, [], { existing: id })
    const emails = [{ value: `${ada.login}@example.com`, type: 'work', primary: true }]
    const sent = scimUser({ externalId: ada.login, emails })
    expect((await scim.call('POST', '/Users', sent)).status).toBe(201)
    await turnOff()
    const nameless = patchOf({ op: 'remove', path: 'externalId' })
    const { status, body } = await scim.call('PATCH', `/Users/${ada.id}`, nameless)
    expect([status, body.detail]).toEqual([409, expect.stringMatching(noOwner)])
    expect((await signIn(ada.login)).status).toBe(200)
  })

  test('provisioning adds people also where no owner can sign in', async () => {
    const ada = await owner()
    const scim = await openScimClient(t, ada.token, [], { existing: id })
    await sql`update identity_links set owner_groups = '{former}'`.execute(t.db)
    await turnOff()
    const sent = scimUser({ externalId: `sub-${nextNumber()}` })
    expect((await scim.call('POST', '/Users', sent)).status).toBe(201)
  })

  test('provisioning replaces no owner by one who can’t sign in', async () => {
    const ada = await owner()
    const scim = await openScimClient(t, ada.token, [], { existing: id })
    const emails = [{ value: `${ada.login}@example.com`, type: 'work', primary: true }]
    await scim.call('POST', '/Users', scimUser({ externalId: ada.login, emails }))
    const newcomer = async (fields: object) =>
      (await scim.call('POST', '/Users', scimUser(fields))).body.id as string
    const group = await scim.call('POST', '/Groups', scimGroup('owners', [ada.id]))
    expect(group.status).toBe(201)
    await turnOff()
    const replaceBy = (person: string) =>
      scim.call(
        'PATCH',
        `/Groups/${group.body.id}`,
        patchOf({ op: 'replace', path: 'members', value: [{ value: person }] }),
      )
    // Without a subject nobody is linked, and an owner is never linked by an address.
    const refused = await replaceBy(await newcomer({}))
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringMatching(noOwner)])
    expect((await replaceBy(await newcomer({ externalId: `sub-${ada.login}` }))).status).toBe(200)
  })

  test('passwords aren’t turned off by an owner who would be none at the next sign-in', async () => {
    const ada = await owner()
    await map([{ group: 'somebody else', role: founder.roleId }])
    const off = () =>
      t.call('identityProviders.setPasswords', { token: ada.token, body: { off: true } })
    const { status, body } = await off()
    expect([status, body.message]).toEqual([409, expect.stringMatching(/lock yourself out/)])
    expect((await t.call('openid.own', { token: ada.token })).body.data.passwordsOff).toBe(false)
    await map(usual())
    expect((await off()).status).toBe(200)
  })
})
