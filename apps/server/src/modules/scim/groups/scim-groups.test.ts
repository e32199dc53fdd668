import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../../testing/database.ts'
import { createAdmin, createRole, nextNumber } from '../../../testing/factories.ts'
import { granting } from '../../../testing/grants.ts'
import {
  openScimClient,
  patchOf,
  type ScimClient,
  scimGroup,
  scimUser,
} from '../../../testing/scim.ts'
import { startTestApp, type TestApp } from '../../../testing/server.ts'

describe.each(oneEngine)(
  'groups by SCIM on %s',
  (engine) => {
    let app: TestApp
    let owner: { token: string; userId: string; roleId: string }
    let scim: ScimClient
    let editors: string
    let readers: string
    let gone: string
    beforeAll(async () => {
      app = await startTestApp(engine)
      owner = await app.signIn('owner')
      editors = await createRole(app.db, granting('Users · Admins · update'), 'Editors')
      readers = await createRole(app.db, granting('Users · Admins · list'), 'Readers')
      gone = await createRole(app.db, granting('Users · Admins · view'), 'Gone')
      scim = await openScimClient(app, owner.token, [
        { group: 'gone', role: gone },
        { group: 'owners', role: owner.roleId },
        { group: 'editors', role: editors },
        { group: 'G-77', role: readers },
      ])
      const params = { id: gone }
      expect((await app.call('roles.delete', { token: owner.token, params })).status).toBe(200)
    })
    afterAll(() => app.dispose())

    const account = async (id: string) => {
      const { rows } = await sql<{
        status: string
        role_id: string | null
        deleted_at: string | null
      }>`
      select status, role_id, deleted_at from users where id = ${id}::uuid
    `.execute(app.db)
      return rows[0]
    }
    const person = async (fields: object = {}) =>
      (await scim.call('POST', '/Users', scimUser(fields))).body.id as string
    const group = async (name: string, members: string[] = []) => {
      const { status, body } = await scim.call('POST', '/Groups', scimGroup(name, members))
      expect([status, body.detail]).toEqual([201, undefined])
      return body
    }
    const remove = (id: string) => scim.call('DELETE', `/Groups/${id}`)

    test('give roles in the order of the mapping, by name or external id', async () => {
      const [one, other] = [await person(), await person()]
      const second = await group('some readers', [one, other])
      expect(await account(one)).toMatchObject({ status: 'pending', role_id: null })
      const named = patchOf({ op: 'Replace', path: 'externalId', value: 'G-77' })
      expect((await scim.call('PATCH', `/Groups/${second.id}`, named)).status).toBe(200)
      expect(await account(one)).toMatchObject({ status: 'active', role_id: readers })
      const first = await group('editors', [one])
      expect(await account(one)).toMatchObject({ status: 'active', role_id: editors })
      expect(await account(other)).toMatchObject({ status: 'active', role_id: readers })
      const left = patchOf({ op: 'remove', path: `members[value eq "${one}"]` })
      expect((await scim.call('PATCH', `/Groups/${first.id}`, left)).body.members).toBeUndefined()
      expect(await account(one)).toMatchObject({ status: 'active', role_id: readers })
      const renamed = await scim.call('PUT', `/Groups/${second.id}`, scimGroup('others', [one]))
      expect(renamed.body).toMatchObject({
        displayName: 'others',
        members: [{ value: one, type: 'User' }],
      })
      for (const id of [one, other]) {
        expect(await account(id)).toMatchObject({ status: 'pending', role_id: null })
      }
      expect([(await remove(first.id)).status, (await remove(second.id)).status]).toEqual([
        204, 204,
      ])
    })

    test.each([
      ['case', 'Editors'],
      ['a blank', ' editors'],
      ['another script', 'edіtors'],
      ['another Unicode form', 'ｅditors'],
      ['an invisible sign', 'edi\u00adtors'],
    ])('give no role by a name that differs in %s', async (_, name) => {
      const id = await person()
      const { status, body } = await scim.call('POST', '/Groups', scimGroup(name, [id]))
      // Blanks around a name are none of it.
      const isSame = name.trim() === 'editors'
      expect([status, (await account(id))?.role_id]).toEqual([201, isSame ? editors : null])
      await remove(body.id)
    })

    test('that are mapped to a deleted role are refused, and nothing changes', async () => {
      const id = await person()
      const editing = await group('editors', [id])
      const refused = await scim.call('POST', '/Groups', scimGroup('gone', [id]))
      expect([refused.status, refused.body.scimType]).toEqual([400, 'invalidValue'])
      expect(refused.body.detail).toBe(
        'The group “gone” is mapped to the role “Gone”, which has been deleted.',
      )
      expect(
        (await scim.call('GET', '/Groups?filter=displayName eq "gone"')).body.totalResults,
      ).toBe(0)
      expect(await account(id)).toMatchObject({ status: 'active', role_id: editors })
      const renamed = patchOf({ op: 'replace', path: 'displayName', value: 'gone' })
      expect((await scim.call('PATCH', `/Groups/${editing.id}`, renamed)).status).toBe(400)
      expect((await scim.call('GET', `/Groups/${editing.id}`)).body.displayName).toBe('editors')
      await remove(editing.id)
    })

    test('are unique by name, and hold only people of the provider', async () => {
      const { id } = await group('unique')
      const same = await scim.call('POST', '/Groups', scimGroup('UNIQUE'))
      expect([same.status, same.body.scimType]).toEqual([409, 'uniqueness'])
      const { id: local } = await createAdmin(app.db, readers)
      for (const member of [
        local,
        owner.userId,
        scim.account,
        '0198c0de-0000-7000-8000-000000000000',
      ]) {
        const refused = await scim.call(
          'PATCH',
          `/Groups/${id}`,
          patchOf({ op: 'add', path: 'members', value: [{ value: member }] }),
        )
        expect([refused.status, refused.body.scimType]).toEqual([400, 'invalidValue'])
      }
      expect(await account(local)).toMatchObject({ role_id: readers })
      await remove(id)
    })

    test('leave people inactive who are', async () => {
      const id = await person({ active: false })
      const editing = await group('editors', [id])
      expect(await account(id)).toMatchObject({ status: 'inactive', role_id: editors })
      await remove(editing.id)
    })

    test('don’t take the last active owner away, however it is tried', async () => {
      const email = `boss-${nextNumber()}@corp.example`
      const id = await person({ userName: email, emails: [{ value: email }] })
      const owning = await group('owners', [id])
      expect(await account(id)).toMatchObject({ status: 'active', role_id: owner.roleId })
      const off = patchOf({ op: 'Replace', path: 'active', value: false })
      // With another owner there it may go, and comes back.
      expect((await scim.call('PATCH', `/Users/${id}`, off)).status).toBe(200)
      const on = patchOf({ op: 'Replace', path: 'active', value: true })
      expect((await scim.call('PATCH', `/Users/${id}`, on)).status).toBe(200)
      expect(await account(id)).toMatchObject({ status: 'active', role_id: owner.roleId })
      await sql`update users set status = 'inactive' where id = ${owner.userId}::uuid`.execute(
        app.db,
      )
      const attempts = [
        () => scim.call('PATCH', `/Users/${id}`, off),
        () => scim.call('PUT', `/Users/${id}`, scimUser({ userName: email, active: false })),
        () => scim.call('DELETE', `/Users/${id}`),
        () =>
          scim.call('PATCH', `/Groups/${owning.id}`, patchOf({ op: 'remove', path: 'members' })),
        () =>
          scim.call(
            'PATCH',
            `/Groups/${owning.id}`,
            patchOf({ op: 'replace', value: { displayName: 'x' } }),
          ),
        () => scim.call('PUT', `/Groups/${owning.id}`, scimGroup('owners')),
        () => scim.call('DELETE', `/Groups/${owning.id}`),
      ]
      for (const attempt of attempts) {
        const { status, body } = await attempt()
        expect([status, body?.detail]).toEqual([
          409,
          expect.stringMatching(/is the last active owner\. Make somebody else an owner first\.$/),
        ])
      }
      const still = await scim.call('GET', `/Groups/${owning.id}`)
      expect(still.body).toMatchObject({ displayName: 'owners', members: [{ value: id }] })
      expect(await account(id)).toMatchObject({
        status: 'active',
        role_id: owner.roleId,
        deleted_at: null,
      })
      await sql`update users set status = 'active' where id = ${owner.userId}::uuid`.execute(app.db)
      expect((await remove(owning.id)).status).toBe(204)
    })
  },
  60_000,
)
