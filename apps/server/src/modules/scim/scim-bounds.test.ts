import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../ids.ts'
import { oneEngine } from '../../testing/database.ts'
import {
  openScimClient,
  patchOf,
  type ScimClient,
  scimGroup,
  scimUser,
} from '../../testing/scim.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

describe.each(oneEngine)(
  'what a provider can make large on %s',
  (engine) => {
    let app: TestApp
    let scim: ScimClient
    beforeAll(async () => {
      app = await startTestApp(engine, {}, { writesBySql: true })
      const owner = await app.signIn('owner')
      scim = await openScimClient(app, owner.token)
    })
    afterAll(() => app.dispose())

    test('a group has at most 10,000 members, and a list of groups no more than 20,000', async () => {
      await sql`
      insert into users (id, name, email, type, status)
      select gen_random_uuid(), 'Person ' || n, 'bounds-' || n || '@corp.example', 'admin', 'pending'
      from generate_series(1, 10000) as n
    `.execute(app.db)
      await sql`
      insert into scim_users (user_id, provider_id, user_name)
      select id, ${scim.provider}::uuid, email from users where email like 'bounds-%'
    `.execute(app.db)
      const groups: string[] = []
      for (const name of ['one', 'two', 'three']) {
        groups.push((await scim.call('POST', '/Groups', scimGroup(name))).body.id)
      }
      await sql`
      insert into scim_group_members (group_id, user_id)
      select id, user_id from unnest(${groups}::uuid[]) as id, scim_users
    `.execute(app.db)
      const { body: person } = await scim.call('POST', '/Users', scimUser())
      const joins = patchOf({ op: 'add', path: 'members', value: [{ value: person.id }] })
      const refused = await scim.call('PATCH', `/Groups/${groups[0]}`, joins)
      expect([refused.status, refused.body.detail]).toEqual([
        400,
        '“members” can hold at most 10,000 people.',
      ])
      const tooMany = await scim.call('GET', '/Groups')
      expect([tooMany.status, tooMany.body.scimType]).toEqual([400, 'tooMany'])
      const bare = await scim.call('GET', '/Groups?excludedAttributes=members')
      expect([bare.status, bare.body.totalResults]).toEqual([200, 3])
      const page = await scim.call('GET', '/Users?count=1000')
      expect([page.body.totalResults, page.body.Resources.length]).toEqual([10_001, 200])
    })

    test('a provider has at most 5,000 groups', async () => {
      await sql`
      insert into scim_groups (id, provider_id, display_name)
      select gen_random_uuid(), ${scim.provider}::uuid, 'group ' || n from generate_series(1, 4997) as n
    `.execute(app.db)
      const { status, body } = await scim.call('POST', '/Groups', scimGroup('one more'))
      expect([status, body.detail]).toEqual([
        400,
        '“displayName” would be one of more than 5,000 groups.',
      ])
      expect((await scim.call('GET', `/Groups/${newId()}`)).status).toBe(404)
    })
  },
  60_000,
)
