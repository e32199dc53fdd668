import { allPermissions } from '@steward/contract/permissions/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../../testing/database.ts'
import { createRole } from '../../../testing/factories.ts'
import { granting, named } from '../../../testing/grants.ts'
import {
  openScimClient,
  patchOf,
  type ScimClient,
  scimGroup,
  scimUser,
} from '../../../testing/scim.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../../testing/server.ts'

const whatIsNeeded = [
  'System · Integrations · list',
  'System · Integrations · update',
  'System · Integrations · provision',
]

describe.each(oneEngine)('what is shown of provisioning on %s', (engine) => {
  let app: TestApp
  let owner: { token: string; userId: string; roleId: string }
  let scim: ScimClient
  let editors: string
  let readers: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    owner = await app.signIn('owner')
    editors = await createRole(app.db, granting('Users · Admins · update'), 'Editors')
    readers = await createRole(app.db, granting('Users · Admins · list'), 'Readers')
    scim = await openScimClient(app, owner.token, [{ group: 'editors', role: editors }])
  })
  afterAll(() => app.dispose())

  const read = async (token = owner.token) => {
    const { status, body } = await app.call('provisioning.read', { token })
    expect(status).toBe(200)
    mustFitContract('provisioning.read', body)
    return body.data
  }
  const ofProvider = async () =>
    (await read()).providers.find(({ _id }: { _id: string }) => _id === scim.provider)
  const account = async (id: string) => {
    const { rows } = await sql<{ status: string; role_id: string | null }>`
      select status, role_id from users where id = ${id}::uuid`.execute(app.db)
    return rows[0]
  }
  const map = (groupRoles: object[], token = owner.token) =>
    app.call('identityProviders.update', {
      token,
      params: { id: scim.provider },
      body: { groupRoles },
    })

  test('names the address, and the accounts whose roles permit it', async () => {
    const { baseUrl, accounts } = await read()
    expect(baseUrl).toBe(`${app.config.publicUrl}/scim/v2`)
    expect(accounts.map(({ _id }: { _id: string }) => _id)).toContain(scim.account)
    const other = await openScimClient(app, owner.token, [], { grants: ['Users · Admins · list'] })
    const after = await read()
    expect(after.accounts.map(({ _id }: { _id: string }) => _id)).not.toContain(other.account)
    expect(await ofProvider()).toMatchObject({
      account: { _id: scim.account },
      mayProvision: true,
      keys: 1,
      people: { active: 0, pending: 0, inactive: 0 },
      groups: [],
      groupCount: 0,
    })
  })

  test('counts people and members, and says which role each group gives', async () => {
    const ids: string[] = []
    for (const active of [true, true, false]) {
      ids.push((await scim.call('POST', '/Users', scimUser({ active }))).body.id)
    }
    const [one = '', other = ''] = ids
    const mapped = await scim.call('POST', '/Groups', scimGroup('editors', [one]))
    const free = await scim.call('POST', '/Groups', scimGroup('free', [one, other]))
    expect(await ofProvider()).toMatchObject({
      people: { active: 1, pending: 1, inactive: 1 },
      groups: [
        { name: 'editors', members: 1, role: { _id: editors, name: 'Editors', status: 'active' } },
        { name: 'free', members: 2, role: null },
      ],
      groupCount: 2,
    })
    // Another mapping is what people have at once.
    const answer = await map([
      { group: 'free', role: readers },
      { group: 'editors', role: editors },
    ])
    expect([answer.status, answer.body.message]).toEqual([200, 'Identity provider saved'])
    expect([await account(one), await account(other)]).toEqual([
      { status: 'active', role_id: readers },
      { status: 'active', role_id: readers },
    ])
    expect((await map([])).status).toBe(200)
    expect(await account(one)).toEqual({ status: 'pending', role_id: null })
    expect((await map([{ group: 'editors', role: editors }])).status).toBe(200)
    expect(await account(one)).toEqual({ status: 'active', role_id: editors })
    for (const { body } of [mapped, free]) await scim.call('DELETE', `/Groups/${body.id}`)
  })

  test('keeps the last request and the last refusal, without what was sent', async () => {
    const refused = await scim.call('POST', '/Users', scimUser({ userName: '', title: 'Secret' }))
    expect(refused.status).toBe(400)
    // It is noted after the answer.
    await expect.poll(async () => (await ofProvider()).lastError?.call).toBe('POST /Users')
    const { lastError, lastRequestAt } = await ofProvider()
    expect(lastError).toMatchObject({
      message: '“userName” is required.',
      template: '“{path}” {problem}.',
    })
    expect(lastRequestAt).not.toBeNull()
    expect(JSON.stringify(lastError)).not.toContain('Secret')
  })

  test('is for who may see integrations', async () => {
    const other = await app.signIn(named('Users · Admins · list'))
    expect((await app.call('provisioning.read', { token: other.token })).status).toBe(403)
    const viewer = await app.signIn(named('System · Integrations · list'))
    expect((await read(viewer.token)).providers.length).toBeGreaterThan(0)
  })

  test('lets nobody make a key of the account who doesn’t hold what the groups get', async () => {
    const clerk = await app.signIn(named(...whatIsNeeded))
    const create = (token: string) =>
      app.call('serviceAccounts.createKey', {
        token,
        params: { id: scim.account },
        body: { name: 'Mine' },
      })
    expect((await map([{ group: 'editors', role: editors }])).status).toBe(200)
    const refused = await create(clerk.token)
    expect([refused.status, refused.body.code]).toEqual([403, 'not_permitted'])
    const enough = await app.signIn(named(...whatIsNeeded, 'Users · Admins · update'))
    expect((await create(enough.token)).status).toBe(201)
    expect((await map([{ group: 'owners', role: owner.roleId }])).status).toBe(200)
    const all = await app.signIn(allPermissions)
    const toOwners = await create(all.token)
    expect([toOwners.status, toOwners.body.message]).toEqual([
      403,
      expect.stringMatching(/so only an owner can create its keys\.$/),
    ])
    expect((await create(owner.token)).status).toBe(201)
    expect((await map([])).status).toBe(200)
  })

  test('that a provider is turned off ends what it provisions', async () => {
    const setEnabled = (enabled: boolean) =>
      app.call('identityProviders.update', {
        token: owner.token,
        params: { id: scim.provider },
        body: { enabled },
      })
    expect((await setEnabled(false)).status).toBe(200)
    const refused = await scim.call('POST', '/Users', scimUser())
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      expect.stringMatching(/^The identity provider .* is turned off\.$/),
    ])
    expect((await setEnabled(true)).status).toBe(200)
    const { status, body } = await scim.call('POST', '/Users', scimUser())
    expect(status).toBe(201)
    expect((await scim.call('DELETE', `/Users/${body.id}`)).status).toBe(204)
  })

  test('an account that is here already is taken over only where the provider may link it', async () => {
    const linking = await openScimClient(app, owner.token, [], { links: true })
    const local = async (type: string, email: string) => {
      const body = { name: 'Local', email, type }
      return (await app.call('users.create', { token: owner.token, body })).body.data._id as string
    }
    const admin = await local('admin', 'local-admin@corp.example')
    await local('member', 'local-member@corp.example')
    const sent = (email: string) => scimUser({ userName: email, emails: [{ value: email }] })
    const refused = await scim.call('POST', '/Users', sent('local-admin@corp.example'))
    expect([refused.status, refused.body.scimType]).toEqual([409, 'uniqueness'])
    const linked = await linking.call('POST', '/Users', sent('local-admin@corp.example'))
    expect([linked.status, linked.body.id]).toEqual([201, admin])
    const owned = await sql<{ email: string }>`
      select email from users where id = ${owner.userId}::uuid`.execute(app.db)
    const ofOwner = await linking.call('POST', '/Users', sent(owned.rows[0]?.email ?? ''))
    expect([ofOwner.status, ofOwner.body.scimType]).toEqual([409, 'uniqueness'])
    const member = await linking.call('POST', '/Users', sent('local-member@corp.example'))
    expect([member.status, member.body.scimType]).toEqual([409, 'uniqueness'])
    const off = patchOf({ op: 'replace', path: 'active', value: false })
    expect((await linking.call('PATCH', `/Users/${admin}`, off)).status).toBe(200)
    expect(await account(admin)).toMatchObject({ status: 'inactive' })
  })

  test('whoever was provisioned is known at the first sign-in, by the external id', async () => {
    const subjects = async () => {
      const { rows } = await sql<{ subject: string; user_id: string }>`
        select subject, user_id from identity_links where provider_id = ${scim.provider}::uuid
      `.execute(app.db)
      return rows
    }
    const sent = scimUser({ externalId: 'subject-1' })
    const { body: first } = await scim.call('POST', '/Users', sent)
    expect(await subjects()).toEqual([{ subject: 'subject-1', user_id: first.id }])
    const renamed = patchOf({ op: 'replace', path: 'externalId', value: 'subject-2' })
    expect((await scim.call('PATCH', `/Users/${first.id}`, renamed)).status).toBe(200)
    expect(await subjects()).toEqual([{ subject: 'subject-2', user_id: first.id }])
    // Somebody else who claims the same id doesn't get it, but for whoever comes after a deletion.
    const { body: thief } = await scim.call('POST', '/Users', scimUser({ externalId: 'subject-2' }))
    expect(await subjects()).toEqual([{ subject: 'subject-2', user_id: first.id }])
    for (const { id } of [first, thief]) await scim.call('DELETE', `/Users/${id}`)
    const again = await scim.call('POST', '/Users', { ...sent, externalId: 'subject-2' })
    expect(await subjects()).toEqual([{ subject: 'subject-2', user_id: again.body.id }])
  })

  test('nobody here is asked about people who wait for a group', async () => {
    const waiting = async () => {
      const { token } = owner
      const { body } = await app.call('accounts.listWaiting', { token })
      const counted = (await app.call('dashboard.waiting', { token })).body.data.items
      const of = ({ kind }: { kind: string }) => kind === 'registrations'
      return [body.data.pagination.total, counted.find(of).count]
    }
    const [listed, counted] = await waiting()
    const { body: person } = await scim.call('POST', '/Users', scimUser())
    expect(await account(person.id)).toMatchObject({ status: 'pending' })
    expect(await waiting()).toEqual([listed, counted])
    await scim.call('DELETE', `/Users/${person.id}`)
  })

  test('the audit log names the key and the account', async () => {
    const { body: person } = await scim.call('POST', '/Users', scimUser({ title: 'Clerk' }))
    const { body: group } = await scim.call('POST', '/Groups', scimGroup('noted', [person.id]))
    const title = patchOf({ op: 'replace', path: 'title', value: 'Captain' })
    expect((await scim.call('PATCH', `/Users/${person.id}`, title)).status).toBe(200)
    const { body } = await app.call('auditLog.list', { token: owner.token, query: { limit: 3 } })
    expect(body.data.entries).toMatchObject([
      { area: 'integrations', action: 'update', after: { attributes: ['title'] } },
      { area: 'integrations', action: 'create', record: { title: 'noted' }, after: { joined: 1 } },
      { area: 'users', action: 'create', record: { _id: person.id } },
    ])
    for (const entry of body.data.entries) {
      expect(entry).toMatchObject({
        actor: { _id: scim.account },
        through: 'api',
        via: { key: { name: 'SCIM' } },
      })
    }
    await scim.call('DELETE', `/Groups/${group.id}`)
  })
})
