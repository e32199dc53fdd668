import { randomBytes } from 'node:crypto'
import { permission } from '@steward/contract/permissions/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { createAdmin, createRole } from '../../testing/factories.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'
import { findLiveSessions } from '../authentication/sessions.store.ts'
import { forgetSignIns } from '../privacy/due.store.ts'

const guardMessage = 'Session expired or unauthorized access, please log in.'

describe.each(oneEngine)('signing in and out on %s', (engine) => {
  let test: TestApp
  beforeAll(async () => {
    test = await startTestApp(engine, {}, { writesBySql: true })
  })
  afterAll(() => test.dispose())

  const logIn = (email: string, password: string) =>
    test.call('session.login', { body: { email, password } })

  it('answers token, expiry and admin, whatever the case of the address', async () => {
    const admin = await createAdmin(test.db, await createRole(test.db, []))
    const { status, body } = await logIn(admin.email.toUpperCase(), admin.password)
    expect(status).toBe(200)
    mustFitContract('session.login', body)
    expect(body.data.admin).toMatchObject({ _id: admin.id, id: admin.id, type: 'admin' })
    const hours = (Date.parse(body.data.tokenExpiry) - Date.now()) / 3_600_000
    expect(hours).toBeCloseTo(test.config.sessionHours, 1)
  })

  it('keeps a sign-in with its place, however long the session lasts, until the retention deletes it', async () => {
    const admin = await createAdmin(test.db, await createRole(test.db, []))
    const kept = () =>
      test.db
        .selectFrom('sign_ins')
        .select(['session_id', 'ip'])
        .where('user_id', '=', admin.id)
        .execute()
    await logIn(admin.email, admin.password)
    const [first] = await kept()
    expect(first?.ip).toBe('127.0.0.1')
    await test.db.deleteFrom('sessions').where('user_id', '=', admin.id).execute()
    await test.db
      .updateTable('sign_ins')
      .set({ at: new Date(Date.now() - 91 * 86_400_000).toISOString() })
      .where('user_id', '=', admin.id)
      .execute()
    await logIn(admin.email, admin.password)
    expect((await kept()).length).toBe(2)
    await forgetSignIns(test.db, 90, new AbortController().signal)
    const [second, ...more] = await kept()
    expect(more).toEqual([])
    expect(second?.session_id).not.toBe(first?.session_id)
  })

  it('notes when somebody was last active: at the sign-in, and at a request after a while', async () => {
    const owner = await test.signIn('owner')
    const admin = await createAdmin(test.db, await createRole(test.db, []))
    const lastActive = async (): Promise<string | null> => {
      const { body } = await test.call('users.details', {
        token: owner.token,
        params: { id: admin.id },
      })
      return body.data.lastActiveAt
    }
    const long = '2020-01-01T00:00:00.000Z'
    expect(await lastActive()).toBeNull()
    const { token } = (await logIn(admin.email, admin.password)).body.data
    expect(Date.now() - Date.parse((await lastActive()) ?? long)).toBeLessThan(60_000)
    await test.db
      .updateTable('users')
      .set({ last_active_at: long })
      .where('id', '=', admin.id)
      .execute()
    // Seen within the last minute, so that not every request writes.
    expect((await test.call('permissions.own', { token })).status).toBe(200)
    expect(await lastActive()).toBe(long)
    await test.db
      .updateTable('sessions')
      .set({ last_seen_at: new Date(Date.now() - 61_000).toISOString() })
      .where('user_id', '=', admin.id)
      .execute()
    expect((await test.call('permissions.own', { token })).status).toBe(200)
    await expect.poll(lastActive).not.toBe(long)
  })

  it('passes over whatever stands in the header of a public call', async () => {
    const admin = await createAdmin(test.db, await createRole(test.db, []))
    const { status } = await test.call('session.login', {
      body: { email: admin.email, password: admin.password },
      headers: { authorization: 'Bearer null' },
    })
    expect(status).toBe(200)
  })

  it('says the same of a wrong password, an unknown address and somebody who is no admin', async () => {
    const admin = await createAdmin(test.db, await createRole(test.db, []))
    const member = await createAdmin(test.db, null, { type: 'member' })
    const answers = await Promise.all([
      logIn(admin.email, 'wrong'),
      logIn('nobody@example.com', 'wrong'),
      logIn(member.email, member.password),
    ])
    for (const { status, body } of answers) {
      expect(status).toBe(401)
      expect(body).toEqual(answers[0]?.body)
    }
  })

  it.each([
    ['pending', { status: 'pending' as const }, 'waiting for approval'],
    ['inactive', { status: 'inactive' as const }, 'deactivated'],
  ])('refuses a %s account with the reason', async (_name, fields, words) => {
    const admin = await createAdmin(test.db, await createRole(test.db, []), fields)
    const { status, body } = await logIn(admin.email, admin.password)
    expect(status).toBe(403)
    expect(body.message).toContain(words)
  })

  it('refuses an account without a role, and one whose role is not active', async () => {
    const without = await createAdmin(test.db, null)
    const roleId = await createRole(test.db, [])
    await test.db
      .updateTable('roles')
      .set({ status: 'inactive' })
      .where('id', '=', roleId)
      .execute()
    const resting = await createAdmin(test.db, roleId)
    expect((await logIn(without.email, without.password)).body.message).toContain('no role')
    expect((await logIn(resting.email, resting.password)).body.message).toContain(
      'role is inactive',
    )
  })

  it('ends the session at once when its person signs out', async () => {
    const { token } = await test.signIn([])
    expect((await test.call('permissions.own', { token })).status).toBe(200)
    const out = await test.call('session.logout', { token })
    expect(out).toMatchObject({ status: 200, body: { data: {} } })
    expect((await test.call('permissions.own', { token })).status).toBe(401)
  })

  it.each([
    ['no header', undefined],
    ['an unknown token', 'Bearer abc'],
    ['no token', 'Bearer'],
    ['null', 'Bearer null'],
    ['another scheme', 'Basic YTpi'],
  ])('answers 401 for %s', async (_name, authorization) => {
    const { status, body } = await test.call('permissions.own', {
      headers: authorization === undefined ? {} : { authorization },
    })
    expect(status).toBe(401)
    expect(body).toEqual({ message: guardMessage, code: 'no_session' })
  })

  it('reads session, account and role anew on every request', async () => {
    const list = permission('Operations', 'Tasks', 'list')
    const end = {
      expired: (id: string) =>
        test.db
          .updateTable('sessions')
          .set({ expires_at: '2020-01-01T00:00:00Z' })
          .where('user_id', '=', id)
          .execute(),
      deactivated: (id: string) =>
        test.db.updateTable('users').set({ status: 'inactive' }).where('id', '=', id).execute(),
      deleted: (id: string) =>
        test.db
          .updateTable('users')
          .set({ deleted_at: '2020-01-01T00:00:00Z' })
          .where('id', '=', id)
          .execute(),
      'without a role': (id: string) =>
        test.db.updateTable('users').set({ role_id: null }).where('id', '=', id).execute(),
    }
    for (const [name, make] of Object.entries(end)) {
      const { token, userId } = await test.signIn([list])
      expect((await test.call('tasks.list', { token })).status, name).toBe(200)
      await make(userId)
      expect((await test.call('tasks.list', { token })).status, name).toBe(401)
    }
    const { token, roleId } = await test.signIn([list])
    await test.db
      .updateTable('roles')
      .set({ permissions: '[]' as never })
      .where('id', '=', roleId)
      .execute()
    expect((await test.call('tasks.list', { token })).status).toBe(403)
  })

  it('keeps no token, only its hash', async () => {
    const { token } = await test.signIn([])
    const rows = await test.db.selectFrom('sessions').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      expect(row.token_hash.toString('latin1')).not.toContain(token)
      expect(row.token_hash).toHaveLength(32)
    }
  })

  it('reads any number of sessions by one plan, which is kept', async () => {
    const { id } = await createAdmin(test.db, await createRole(test.db, []))
    const hashes = Array.from({ length: 20 }, () => randomBytes(32))
    await test.db.transaction().execute(async (tx) => {
      await sql`
        insert into sessions (id, token_hash, user_id, expires_at)
        select gen_random_uuid(), sha256(n::text::bytea), ${id}::uuid, now() + interval '1 hour'
        from generate_series(1, 5000) as n`.execute(tx)
      await sql`analyze sessions`.execute(tx)
      for (let n = 1; n <= 20; n += 1)
        await findLiveSessions(tx, { tokenHashes: hashes.slice(0, n % 4) }, 30)
      const { rows } = await sql`
        select custom_plans::int as custom, generic_plans::int > 5 as generic from pg_prepared_statements
        where statement like '%session.token_hash = any%'`.execute(tx)
      expect(rows).toEqual([{ custom: 5, generic: true }])
    })
  })

  it('stops an account after ten failures, many at once included, and says how long', async () => {
    const admin = await createAdmin(test.db, await createRole(test.db, []))
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => logIn(admin.email, 'a wrong guess')),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    const stopped = await logIn(admin.email, admin.password)
    expect(stopped.status).toBe(429)
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(stopped.headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
  })

  it('names every field that is wrong', async () => {
    const { status, body } = await test.call('session.login', { body: { email: 1 } })
    expect(status).toBe(422)
    expect(body.errors.map((error: { path: string }) => error.path)).toEqual(['email', 'password'])
  })
})
