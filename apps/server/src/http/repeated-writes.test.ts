import { allPermissions } from '@steward/contract/permissions/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { guardedCalls } from '../testing/calls.ts'
import { oneEngine } from '../testing/database.ts'
import { create } from '../testing/factories.ts'
import type { GuardedName } from '../testing/guarded-call.ts'
import { startTestApp, type TestApp } from '../testing/server.ts'

/** Changes somebody each time: it is a switch. */
const toggle: GuardedName = 'users.changeStatus'

const writing = (Object.keys(guardedCalls) as GuardedName[]).filter(
  (name) => guardedCalls[name].about && !name.endsWith('.purge') && name !== toggle,
)

describe.each(oneEngine)('a write that changes nothing on %s', (engine) => {
  let t: TestApp
  let plainRole: string
  let owner: { token: string; userId: string }
  beforeAll(async () => {
    t = await startTestApp(engine)
    const [role = ''] = await create(t.db, 'roles', {})
    plainRole = role
    owner = await t.signIn('owner')
  })
  afterAll(() => t.dispose())

  /** A record as it stands, and how many entries of the audit log tell of changes of it. */
  const stateOf = async (table: string, id: string) => {
    const { rows } = await sql<{ record: Record<string, unknown>; entries: number }>`
      select to_jsonb(t) - 'last_active_at' as record, (
        select count(*) from audit_entries
        where record_id = t.id and (before is not null or after is not null)) as entries
      from ${sql.table(table)} as t where id = ${id}`.execute(t.db)
    return rows[0]
  }

  test.each(writing)('%s, made twice, leaves the record and the audit log', async (name) => {
    const { about = 'users', request } = guardedCalls[name]
    const fields: Record<string, unknown> =
      about === 'users' ? { type: 'admin', email: `${newId()}@example.com` } : {}
    const [id = ''] = await create(t.db, about, fields)
    const sent = { token: owner.token, ...request({ id, plainRole, need: undefined }) }
    await t.call(name, sent)
    const once = await stateOf(about, id)
    await t.call(name, sent)
    expect(await stateOf(about, id)).toEqual(once)
    expect(once).toBeDefined()
  })

  test('profile.update with what one is called already', async () => {
    const person = await t.signIn(allPermissions)
    for (const body of [{ name: 'Somebody else' }, { name: 'Somebody else' }]) {
      const before = await stateOf('users', person.userId)
      expect((await t.call('profile.update', { token: person.token, body })).status).toBe(200)
      const after = await stateOf('users', person.userId)
      if (before?.record['name'] === body.name) expect(after).toEqual(before)
      else expect(after?.entries).toBe((before?.entries ?? 0) + 1)
    }
  })

  test('a job that finds all records as it wants them', async () => {
    const [id = ''] = await create(t.db, 'tasks', { status: 'done' })
    const before = await stateOf('tasks', id)
    const body = { area: 'tasks', action: 'status', ids: [id], patch: { status: 'done' } }
    const made = await t.call('jobs.create', { token: owner.token, body })
    expect(made.status).toBe(201)
    const params = { id: made.body.data._id }
    const status = async () =>
      (await t.call('jobs.details', { token: owner.token, params })).body.data.status
    await expect.poll(status, { timeout: 20_000 }).toBe('done')
    expect(await stateOf('tasks', id)).toEqual(before)
  })
})
