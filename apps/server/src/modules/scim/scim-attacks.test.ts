import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../ids.ts'
import { oneEngine } from '../../testing/database.ts'
import { createRole } from '../../testing/factories.ts'
import { granting } from '../../testing/grants.ts'
import {
  caller,
  openScimClient,
  patchOf,
  type ScimClient,
  scimGroup,
  scimUser,
} from '../../testing/scim.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

const errorUrn = 'urn:ietf:params:scim:api:messages:2.0:Error'

describe.each(oneEngine)(
  'attacks on SCIM on %s',
  (engine) => {
    let app: TestApp
    let owner: { token: string; userId: string; roleId: string }
    let scim: ScimClient
    let other: ScimClient
    const logged: string[] = []
    beforeAll(async () => {
      const logger = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
      app = await startTestApp(engine, {}, { logger })
      owner = await app.signIn('owner')
      const role = await createRole(app.db, granting('Users · Admins · list'))
      scim = await openScimClient(app, owner.token, [{ group: 'staff', role }])
      other = await openScimClient(app, owner.token, [{ group: 'staff', role }])
    })
    afterAll(() => app.dispose())

    const people = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from users`.execute(app.db)).rows[0]?.n

    test.each([
      ['no key', async () => null, 401],
      ['a key that is none', async () => `stw_${'a'.repeat(36)}`, 401],
      ['the token of a person who may all', async () => owner.token, 403],
      [
        'a key without the permission',
        async () =>
          (await openScimClient(app, owner.token, [], { grants: ['Users · Admins · update'] })).key,
        403,
      ],
      [
        'a key of an account that provisions for nobody',
        async () => {
          const { key, account } = await openScimClient(app, owner.token)
          await sql`update identity_providers set provisioner_id = null where provisioner_id = ${account}::uuid`.execute(
            app.db,
          )
          return key
        },
        403,
      ],
      [
        'a key that has expired',
        async () => {
          const { key, account } = await openScimClient(app, owner.token)
          await sql`update service_keys set expires_at = now() - interval '1 second' where user_id = ${account}::uuid`.execute(
            app.db,
          )
          return key
        },
        401,
      ],
      [
        'a key that was revoked',
        async () => {
          const { key, account } = await openScimClient(app, owner.token)
          await sql`update service_keys set revoked_at = now() where user_id = ${account}::uuid`.execute(
            app.db,
          )
          return key
        },
        401,
      ],
    ])('with %s are refused in the form of SCIM', async (_, keyOf, status) => {
      const call = caller(app, await keyOf())
      const before = await people()
      for (const [method, path, body] of [
        ['GET', '/Users'],
        ['POST', '/Users', scimUser()],
        ['GET', '/ServiceProviderConfig'],
      ] as const) {
        const refused = await call(method, path, body)
        expect(refused).toMatchObject({
          status,
          headers: { 'content-type': 'application/scim+json; charset=utf-8' },
          body: { schemas: [errorUrn], status: String(status), detail: expect.any(String) },
        })
      }
      expect(await people()).toBe(before)
    })

    test('class: a stolen key: one that is bound to networks is refused from others, in one sentence', async () => {
      const { key, account } = await openScimClient(app, owner.token)
      const call = caller(app, key)
      expect((await call('GET', '/ServiceProviderConfig')).status).toBe(200)
      await sql`update service_keys set networks = '{203.0.113.0/24}' where user_id = ${account}::uuid`.execute(
        app.db,
      )
      const before = await people()
      expect(await call('POST', '/Users', scimUser())).toMatchObject({
        status: 403,
        headers: { 'content-type': 'application/scim+json; charset=utf-8' },
        body: {
          schemas: [errorUrn],
          status: '403',
          detail: 'This key may not be used from 127.0.0.1.',
        },
      })
      expect(await people()).toBe(before)
    })

    test('see nothing of another provider, and change nothing of it', async () => {
      const { body: person } = await other.call('POST', '/Users', scimUser({ externalId: 'X-1' }))
      const { body: group } = await other.call('POST', '/Groups', scimGroup('staff', [person.id]))
      const attempts = [
        ['GET', `/Users/${person.id}`],
        ['PUT', `/Users/${person.id}`, scimUser()],
        ['PATCH', `/Users/${person.id}`, patchOf({ op: 'replace', path: 'active', value: false })],
        ['DELETE', `/Users/${person.id}`],
        ['GET', `/Groups/${group.id}`],
        ['PUT', `/Groups/${group.id}`, scimGroup('x')],
        ['PATCH', `/Groups/${group.id}`, patchOf({ op: 'remove', path: 'members' })],
        ['DELETE', `/Groups/${group.id}`],
        // Accounts of Steward's own, of people and of services.
        ['GET', `/Users/${owner.userId}`],
        ['DELETE', `/Users/${owner.userId}`],
        ['DELETE', `/Users/${scim.account}`],
        ['GET', '/Users/../Groups/x'],
        ['GET', '/Users/%00'],
        ['GET', `/Users/${newId()}`],
      ] as const
      for (const [method, path, body] of attempts) {
        const answer = await scim.call(method, path, body)
        expect([method, path, answer.status]).toEqual([method, path, 404])
      }
      for (const filter of ['externalId eq "X-1"', `id eq "${person.id}"`, 'active eq true']) {
        const { body } = await scim.call('GET', `/Users?filter=${encodeURIComponent(filter)}`)
        expect([filter, body.totalResults]).toEqual([filter, 0])
      }
      const after = await other.call('GET', `/Users/${person.id}`)
      expect(after.body).toMatchObject({ active: true, groups: [{ value: group.id }] })
      // Nor is it taken over.
      const taken = await scim.call('POST', '/Users', scimUser({ emails: person.emails }))
      expect([taken.status, taken.body.scimType]).toEqual([409, 'uniqueness'])
    })

    test('take over no other person, by whose address they come under another name', async () => {
      const { body: person } = await scim.call('POST', '/Users', scimUser())
      const { status, body } = await scim.call(
        'POST',
        '/Users',
        scimUser({ emails: person.emails }),
      )
      expect([status, body.scimType, body.detail]).toEqual([
        409,
        'uniqueness',
        'Another person of this provider has this e-mail address.',
      ])
      const after = await scim.call('GET', `/Users/${person.id}`)
      expect(after.body).toEqual(person)
    })

    test('by a key that calls too often are told when to go on', async () => {
      const slow = await openScimClient(app, owner.token, [], { perMinute: 2 })
      for (const status of [200, 200, 429]) {
        const { headers, ...answer } = await slow.call('GET', '/Users')
        expect(answer.status).toBe(status)
        expect(headers['ratelimit-policy']).toBe('"key";q=2;w=60')
        if (status !== 429) continue
        expect(answer.body.schemas).toEqual([errorUrn])
        expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      }
    })

    test('can’t set what the server decides, nor a password, which nothing keeps', async () => {
      const id = newId()
      const sent = scimUser({
        id,
        meta: { version: 'W/"9"', created: '1970-01-01T00:00:00Z' },
        groups: [{ value: id }],
        password: 'hunter2-hunter2',
        role_id: owner.roleId,
        type: 'member',
        service: true,
      })
      const { status, body } = await scim.call('POST', '/Users', sent)
      expect(status).toBe(201)
      expect(body.id).not.toBe(id)
      expect(body.meta.version).not.toBe('W/"9"')
      expect(JSON.stringify(body)).not.toMatch(/hunter2|role_id|service/)
      const path = `/Users/${body.id}`
      const changes = patchOf({ op: 'replace', path: 'password', value: 'hunter2-hunter2' })
      expect((await scim.call('PATCH', path, changes)).status).toBe(200)
      for (const [name, value] of [
        ['id', id],
        ['meta', {}],
        ['schemas', []],
        ['groups', []],
      ] as const) {
        const refused = await scim.call(
          'PATCH',
          path,
          patchOf({ op: 'replace', path: name, value }),
        )
        expect([name, refused.status, refused.body.scimType]).toEqual([name, 400, 'mutability'])
      }
      const { rows } = await sql<{ row: object }>`
      select to_jsonb(users) || to_jsonb(scim_users) as row from users join scim_users on user_id = id where id = ${body.id}::uuid
      union all select to_jsonb(audit_entries) from audit_entries`.execute(app.db)
      expect(JSON.stringify(rows)).not.toContain('hunter2')
      expect(rows[0]?.row).toMatchObject({ role_id: null, type: 'admin', service: false })
      expect(logged.join('')).not.toContain('hunter2')
      expect(
        (await sql`select 1 from credentials where user_id = ${body.id}::uuid`.execute(app.db))
          .rows,
      ).toEqual([])
    })
  },
  60_000,
)
