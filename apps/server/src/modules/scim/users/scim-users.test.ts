import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../../testing/database.ts'
import { createAdmin, createRole } from '../../../testing/factories.ts'
import { granting } from '../../../testing/grants.ts'
import {
  enterpriseUrn,
  openScimClient,
  patchOf,
  type ScimClient,
  scimGroup,
  scimUser,
} from '../../../testing/scim.ts'
import { startTestApp, type TestApp } from '../../../testing/server.ts'

const errorUrn = 'urn:ietf:params:scim:api:messages:2.0:Error'

describe.each(oneEngine)('people by SCIM on %s', (engine) => {
  let app: TestApp
  let owner: { token: string; userId: string; roleId: string }
  let scim: ScimClient
  let role: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    owner = await app.signIn('owner')
    role = await createRole(app.db, granting('Users · Admins · list'), 'Staff')
    scim = await openScimClient(app, owner.token, [{ group: 'staff', role }])
  })
  afterAll(() => app.dispose())

  const account = async (id: string) => {
    const { rows } = await sql<{
      name: string
      email: string
      status: string
      role_id: string | null
      provider_id: string
      deleted_at: string | null
    }>`
      select name, email, status, role_id, provider_id, deleted_at from users where id = ${id}::uuid
    `.execute(app.db)
    return rows[0]
  }
  const created = async (fields: object = {}) => {
    const { status, body } = await scim.call('POST', '/Users', scimUser(fields))
    expect([status, body.detail]).toEqual([201, undefined])
    return body
  }

  test('become accounts that wait until a group gives them a role', async () => {
    const sent = scimUser({
      externalId: 'E-1',
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      title: 'Countess',
      [enterpriseUrn]: { department: 'Engines', employeeNumber: '7' },
    })
    const { status, headers, body } = await scim.call('POST', '/Users', sent)
    expect(status).toBe(201)
    expect(headers['content-type']).toBe('application/scim+json; charset=utf-8')
    expect(headers['location']).toBe(body.meta.location)
    expect(headers['etag']).toBe(body.meta.version)
    const { schemas: _, ...rest } = sent
    expect(body).toMatchObject(rest)
    expect(body.schemas).toEqual([...(sent['schemas'] as []), enterpriseUrn])
    expect(body.meta).toMatchObject({ resourceType: 'User' })
    expect(await account(body.id)).toMatchObject({
      name: sent['displayName'],
      email: sent['userName'],
      status: 'pending',
      role_id: null,
      provider_id: scim.provider,
    })
    const again = await scim.call('GET', `/Users/${body.id}`)
    expect(again.body).toEqual(body)
    const group = await scim.call('POST', '/Groups', scimGroup('staff', [body.id]))
    expect(group.status).toBe(201)
    expect(await account(body.id)).toMatchObject({ status: 'active', role_id: role })
    const now = await scim.call('GET', `/Users/${body.id}`)
    expect(now.body.groups).toMatchObject([
      { value: group.body.id, display: 'staff', type: 'direct' },
    ])
    expect(now.headers['etag']).not.toBe(headers['etag'])
    const left = await scim.call('DELETE', `/Groups/${group.body.id}`)
    expect([left.status, left.body]).toEqual([204, null])
    expect(await account(body.id)).toMatchObject({ status: 'pending', role_id: null })
  })

  test('are unique by user name and by address', async () => {
    const { userName } = await created()
    const same = await scim.call('POST', '/Users', scimUser({ userName: userName.toUpperCase() }))
    expect(same).toMatchObject({
      status: 409,
      body: { schemas: [errorUrn], status: '409', scimType: 'uniqueness' },
    })
    const local = await app.call('users.create', {
      token: owner.token,
      body: { name: 'Local', email: 'local@corp.example', type: 'member' },
    })
    const taken = scimUser({ emails: [{ value: 'LOCAL@corp.example' }] })
    const answer = await scim.call('POST', '/Users', taken)
    expect([answer.status, answer.body.scimType]).toEqual([409, 'uniqueness'])
    expect(answer.body.detail).toMatch(/doesn’t manage already uses this e-mail/)
    expect(await account(local.body.data._id)).toMatchObject({ name: 'Local', provider_id: null })
  })

  test('class: a role taken over: an account is linked by its address only with a role that the mapping gives', async () => {
    const allow = (links: boolean) =>
      sql`update identity_providers set links_accounts = ${links}`.execute(app.db)
    await allow(true)
    const outside = await createAdmin(app.db, await createRole(app.db, []))
    const taken = await scim.call(
      'POST',
      '/Users',
      scimUser({ emails: [{ value: outside.email }] }),
    )
    expect([taken.status, taken.body.scimType]).toEqual([409, 'uniqueness'])
    expect(await account(outside.id)).toMatchObject({ provider_id: null })
    const free = await createAdmin(app.db, null)
    const linked = await scim.call('POST', '/Users', scimUser({ emails: [{ value: free.email }] }))
    expect([linked.status, linked.body.id]).toEqual([201, free.id])
    await allow(false)
  })

  test('are changed by PUT and PATCH, where the version still holds', async () => {
    const body = await created({ title: 'Clerk' })
    const path = `/Users/${body.id}`
    const stale = { 'if-match': 'W/"0.0"' }
    const sent = { ...scimUser(), userName: body.userName, displayName: 'Changed' }
    expect((await scim.call('PUT', path, sent, stale)).status).toBe(412)
    expect(
      (await scim.call('PATCH', path, patchOf({ op: 'remove', path: 'title' }), stale)).status,
    ).toBe(412)
    expect((await scim.call('DELETE', path, undefined, stale)).status).toBe(412)
    const match = { 'if-match': body.meta.version }
    const put = await scim.call('PUT', path, sent, match)
    expect([put.status, put.body.displayName, put.body.title]).toEqual([200, 'Changed', undefined])
    expect(await account(body.id)).toMatchObject({ name: 'Changed' })
    const patched = await scim.call(
      'PATCH',
      path,
      patchOf({ op: 'Replace', path: 'displayName', value: 'Again' }),
      { 'if-match': `${body.meta.version}, ${put.body.meta.version}` },
    )
    expect([patched.status, patched.body.displayName]).toEqual([200, 'Again'])
    const same = await scim.call('GET', path, undefined, {
      'if-none-match': patched.body.meta.version,
    })
    expect([same.status, same.body]).toEqual([304, null])
  })

  test('who are not active have no session from then on, and are let in again', async () => {
    const { id, userName } = await created()
    await scim.call('POST', '/Groups', scimGroup('staff', [id]))
    const token = await sessionOf(id)
    expect((await app.call('users.listAdmins', { token })).status).toBe(200)
    const off = await scim.call(
      'PATCH',
      `/Users/${id}`,
      patchOf({ op: 'Replace', path: 'active', value: 'False' }),
    )
    expect([off.status, off.body.active]).toEqual([200, false])
    expect((await app.call('users.listAdmins', { token })).status).toBe(401)
    const on = await scim.call(
      'PATCH',
      `/Users/${id}`,
      patchOf({ op: 'replace', value: { active: true } }),
    )
    expect(on.body.active).toBe(true)
    expect(await account(id)).toMatchObject({ status: 'active', role_id: role })
    expect((await app.call('users.listAdmins', { token })).status).toBe(401)
    const gone = await scim.call('DELETE', `/Users/${id}`)
    expect(gone.status).toBe(204)
    expect((await scim.call('GET', `/Users/${id}`)).status).toBe(404)
    expect((await scim.call('DELETE', `/Users/${id}`)).status).toBe(404)
    expect((await account(id))?.deleted_at).not.toBeNull()
    const params = { id }
    const restored = await app.call('users.restore', { token: owner.token, params })
    expect(restored.body.data).toMatchObject({ status: 'inactive', role: null })
    const back = await scim.call(
      'GET',
      `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`,
    )
    expect(back.body.Resources).toMatchObject([{ id, active: false }])
  })

  const sessionOf = async (id: string) => {
    const { hashPassword } = await import('../../authentication/passwords.ts')
    const hash = await hashPassword('correct horse 1')
    await app.db.insertInto('credentials').values({ user_id: id, password_hash: hash }).execute()
    const email = (await account(id))?.email
    const { body } = await app.call('session.login', {
      body: { email, password: 'correct horse 1' },
    })
    return body.data.token
  }
})
