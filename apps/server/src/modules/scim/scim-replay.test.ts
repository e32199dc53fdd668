import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { createRole } from '../../testing/factories.ts'
import { granting } from '../../testing/grants.ts'
import { atScale } from '../../testing/scale.ts'
import {
  openScimClient,
  patchOf,
  type ScimClient,
  scimGroup,
  scimUser,
} from '../../testing/scim.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

const count = atScale ? 1_000 : 100

describe.each(oneEngine)(
  'a provider that provisions everybody twice on %s',
  (engine) => {
    let app: TestApp
    let scim: ScimClient
    beforeAll(async () => {
      app = await startTestApp(engine)
      const owner = await app.signIn('owner')
      const role = await createRole(app.db, granting('Users · Admins · list'))
      scim = await openScimClient(app, owner.token, [{ group: 'staff', role }])
    })
    afterAll(() => app.dispose())

    const nth = Array.from({ length: count }, (_, i) => i)
    const address = (i: number) => `replay-${i}@corp.example`
    const sent = (i: number, fields: object = {}) =>
      scimUser({
        userName: address(i),
        externalId: `R-${i}`,
        displayName: `Person ${i}`,
        emails: [{ value: address(i), type: 'work', primary: true }],
        ...fields,
      })

    /** Makes a call; one beyond the rate limit is made again once there is room, as providers do. */
    const call: ScimClient['call'] = async (...asked) => {
      const answer = await scim.call(...asked)
      if (answer.status !== 429) return answer
      await setTimeout(Number(answer.headers['retry-after']) * 1_000)
      return await call(...asked)
    }

    /** Finds somebody as providers do, before they create or change them. */
    const find = async (i: number): Promise<string | undefined> => {
      const filter = encodeURIComponent(`userName eq "${address(i)}"`)
      return (await call('GET', `/Users?filter=${filter}`)).body.Resources[0]?.id
    }
    const provision = async () => {
      const ids: string[] = []
      for (const i of nth) {
        const known = await find(i)
        const { status, body } = known
          ? await call('PUT', `/Users/${known}`, sent(i))
          : await call('POST', '/Users', sent(i))
        expect([i, status]).toEqual([i, known ? 200 : 201])
        ids.push(body.id)
      }
      const groups = await call('GET', '/Groups?filter=displayName eq "staff"')
      const known = groups.body.Resources[0]?.id
      const { status } = known
        ? await call('PUT', `/Groups/${known}`, scimGroup('staff', ids))
        : await call('POST', '/Groups', scimGroup('staff', ids))
      expect(status).toBe(known ? 200 : 201)
    }
    const change = async () => {
      for (const i of nth) {
        const operations = patchOf(
          { op: 'Replace', path: 'displayName', value: `Changed ${i}` },
          { op: 'Add', path: 'title', value: `Title ${i}` },
          { op: 'Replace', path: 'active', value: i % 3 === 0 ? 'False' : 'True' },
        )
        expect((await call('PATCH', `/Users/${await find(i)}`, operations)).status).toBe(200)
      }
    }
    const takeOut = async () => {
      for (const i of nth) {
        const id = await find(i)
        expect((await call('DELETE', `/Users/${id}`)).status).toBe(id ? 204 : 404)
      }
    }
    /** What Steward knows of everybody who isn't deleted, without ids and times. */
    const state = async () => {
      const { rows } = await sql`
      select t.name, t.email, t.status, role.name as role, s.user_name, s.external_id, s.attributes,
        (select count(*)::int from scim_group_members where user_id = t.id) as groups
      from users as t join scim_users as s on s.user_id = t.id left join roles as role on role.id = t.role_id
      where t.deleted_at is null order by t.email
    `.execute(app.db)
      return {
        people: rows.length,
        digest: createHash('sha256').update(JSON.stringify(rows)).digest('hex'),
      }
    }
    const written = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from audit_entries`.execute(app.db))
        .rows[0]?.n

    test('has the same result each time, and writes nothing where nothing changes', async () => {
      await provision()
      const provisioned = await state()
      expect(provisioned.people).toBe(count)
      const before = await written()
      await provision()
      expect([await state(), await written()]).toEqual([provisioned, before])
      await change()
      const changed = await state()
      expect(changed.digest).not.toBe(provisioned.digest)
      const after = await written()
      await change()
      expect([await state(), await written()]).toEqual([changed, after])
      await takeOut()
      expect(await state()).toMatchObject({ people: 0 })
      await takeOut()

      await provision()
      expect(await state()).toEqual(provisioned)
      await change()
      expect(await state()).toEqual(changed)
      await takeOut()
      expect((await call('GET', '/Users?count=0')).body.totalResults).toBe(0)
    })
  },
  600_000,
)
