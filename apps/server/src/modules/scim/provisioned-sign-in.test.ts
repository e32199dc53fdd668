import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readNetworks } from '../../http/outbound-networks.ts'
import { changePerson, signInAs } from '../../testing/accounts.ts'
import { oneEngine } from '../../testing/database.ts'
import { createRole } from '../../testing/factories.ts'
import { granting } from '../../testing/grants.ts'
import { type OpenidProvider, startOpenidProvider } from '../../testing/openid-provider.ts'
import { addProvider, signInAt } from '../../testing/provider-sign-in.ts'
import {
  openScimClient,
  patchOf,
  type ScimClient,
  scimGroup,
  scimUser,
} from '../../testing/scim.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

describe.each(oneEngine)(
  'whom a provider has provisioned, at a sign-in there, on %s',
  (engine) => {
    let provider: OpenidProvider
    let app: TestApp
    let scim: ScimClient
    let id: string
    let editors: string
    let readers: string
    beforeAll(async () => {
      provider = await startOpenidProvider()
      app = await startTestApp(engine, {
        privateNetworks: readNetworks('127.0.0.0/8') ?? [],
        publicUrl: 'https://staff.example.com',
      })
      const { token } = await app.signIn('owner')
      editors = await createRole(app.db, granting('Users · Admins · list'))
      readers = await createRole(app.db, granting('Users · Admins · list'))
      ;({ id } = await addProvider(app, token, provider, {
        groupRoles: [
          { group: 'editors', role: editors },
          { group: 'readers', role: readers },
        ],
        linksAccounts: true,
      }))
      scim = await openScimClient(app, token, [], { existing: id })
    })
    afterAll(async () => {
      await app.dispose()
      await provider.stop()
    })

    test('is known by the external id, has the role of the groups sent, and is out at once', async () => {
      const login = 'ada'
      // What the token says of groups doesn't count beside what is provisioned.
      provider.people[login] = {
        name: 'Ada',
        email: 'another@example.com',
        email_verified: false,
        groups: ['readers'],
      }
      await provider.refresh()
      const signIn = () => signInAt(app, { provider: id, login, browser: provider.browser() })
      const { body: person } = await scim.call('POST', '/Users', scimUser({ externalId: login }))
      const { body: group } = await scim.call('POST', '/Groups', scimGroup('others', [person.id]))
      const refused = await signIn()
      expect(refused.status).toBe(403)
      const renamed = patchOf({ op: 'replace', path: 'displayName', value: 'editors' })
      expect((await scim.call('PATCH', `/Groups/${group.id}`, renamed)).status).toBe(200)
      const { status, body } = await signIn()
      expect([status, body.data?.admin]).toMatchObject([
        200,
        { _id: person.id, role: { _id: editors }, provider: { _id: id } },
      ])
      const { token } = body.data
      expect((await app.call('users.listAdmins', { token })).status).toBe(200)
      const off = patchOf({ op: 'Replace', path: 'active', value: 'False' })
      expect((await scim.call('PATCH', `/Users/${person.id}`, off)).status).toBe(200)
      expect((await app.call('users.listAdmins', { token })).status).toBe(401)
      expect((await signIn()).status).toBe(403)
    })

    test('keeps the role of the groups sent when they link their own account', async () => {
      const login = 'ben'
      provider.people[login] = { name: 'Ben', email: 'ben@example.com', groups: ['readers'] }
      await provider.refresh()
      const ben = await signInAs(app, [])
      await changePerson(app, ben.id, { role_id: editors })
      const emails = [{ value: ben.email, type: 'work', primary: true }]
      const { body: person } = await scim.call('POST', '/Users', scimUser({ emails }))
      expect(person.id).toBe(ben.id)
      const group = { ...scimGroup('more editors', [ben.id]), externalId: 'editors' }
      expect((await scim.call('POST', '/Groups', group)).status).toBe(201)
      const { data } = (
        await app.call('openid.startOwn', {
          token: ben.token,
          body: { provider: id, purpose: 'link', returnTo: '/' },
        })
      ).body
      const back = await provider.browser().signIn(data.url, login)
      const { status } = await app.call('openid.finishOwn', {
        token: ben.token,
        body: { provider: id, binding: data.binding, parameters: back.search },
      })
      expect(status).toBe(200)
      const own = await app.call('profile.own', { token: ben.token })
      expect(own.body.data).toMatchObject({ role: { _id: editors } })
    })
  },
  60_000,
)
