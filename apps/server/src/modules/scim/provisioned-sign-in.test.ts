import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readNetworks } from '../../http/outbound-networks.ts'
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
  },
  60_000,
)
