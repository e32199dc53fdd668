import { permission } from '@steward/contract/permissions/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEvent } from '../../db/write/audit.ts'
import { write } from '../../db/write/write.ts'
import { newId } from '../../ids.ts'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'
import { eraseFromEntries } from './erase.store.ts'

describe.each(oneEngine)('the audit log on %s', (engine) => {
  let app: TestApp
  let token: string
  let me: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    const signedIn = await app.signIn('owner')
    token = signedIn.token
    me = signedIn.userId
  })
  afterAll(() => app.dispose())

  const list = async (query: Record<string, unknown>, by = token) => {
    const { status, body } = await app.call('auditLog.list', { token: by, query })
    expect([query, status]).toEqual([query, 200])
    mustFitContract('auditLog.list', body)
    return body.data.entries
  }
  const actionsOf = async (record: string) =>
    (await list({ record })).map(({ action }: { action: string }) => action)

  test('tells each change of a record: who, as which role, from where, what', async () => {
    const [payer = ''] = await create(app.db, 'users', { name: 'Ada' })
    const [id = ''] = await create(app.db, 'bills', { number: 'B-77', title: 'Old' })
    const params = { id }
    const data = { title: 'New', payer: { _id: payer }, notes: 'n' }
    expect((await app.call('bills.update', { token, params, body: { data } })).status).toBe(200)
    await app.call('bills.update', { token, params, body: { data: { status: 'paid' } } })
    await app.call('bills.delete', { token, params })
    await app.call('bills.restore', { token, params })
    const [back, gone, paid, edit, made] = await list({ record: id })
    expect([back, gone, paid, edit, made].map((each) => each.action)).toEqual([
      'restore',
      'delete',
      'status',
      'update',
      'create',
    ])
    expect(edit).toMatchObject({
      actor: { _id: me },
      role: { name: 'Owner' },
      through: 'api',
      area: 'bills',
      record: { _id: id, title: 'B-77' },
      count: 1,
      batch: null,
      before: { title: 'Old', notes: null },
      after: { title: 'New', payer: { _id: payer, name: 'Ada' }, notes: 'n' },
    })
    expect(edit.address).toMatch(/^[\d.:a-f]+$/)
    expect(Object.keys(edit.after).sort()).toEqual(['notes', 'payer', 'title'])
    expect(gone.before).toMatchObject({ number: 'B-77', title: 'New', deletedAt: null })
    expect(gone.after).toBeNull()
    expect(made).toMatchObject({ actor: null, through: 'setup', client: null, before: null })
    expect(made.after).toMatchObject({ number: 'B-77', title: 'Old' })
    expect(back.before.deletedAt).toEqual(expect.any(String))
    expect(back.before.deletedBy).toMatchObject({ _id: me })
    expect(back.after).toEqual({ deletedAt: null, deletedBy: null })
  })

  test('tells what has been erased, and of the erasure', async () => {
    const [person = ''] = await create(app.db, 'users', { name: 'Erased One', type: 'member' })
    const [bill = ''] = await create(app.db, 'bills', {
      payer_id: person,
      payer_name: 'Erased One',
    })
    await auditEvent(
      app.db,
      { user: person, address: '192.0.2.1' },
      {
        action: 'sign-in',
        area: 'accounts',
        record: { id: person, title: 'Erased One' },
        detail: 'x',
      },
    )
    const who = { person, names: ['Erased One'], addresses: [], content: false }
    const { entries } = await app.db
      .transaction()
      .execute((tx) => eraseFromEntries(tx, { user: me }, who, 0))
    expect(entries).toBe(3)
    const [erasure, signIn, made] = await list({ record: person })
    expect(erasure).toMatchObject({ action: 'erase', after: { entries: 3 }, actor: { _id: me } })
    expect(erasure).not.toHaveProperty('erased')
    expect(signIn).toMatchObject({
      actor: { _id: person, name: '' },
      address: null,
      record: { _id: person, title: '' },
      erased: ['actor', 'address', 'detail', 'record'],
    })
    expect(made.erased).toEqual(expect.arrayContaining(['after.name', 'record']))
    expect(made.after).toMatchObject({ type: 'member' })
    expect((await list({ record: bill }))[0]).toMatchObject({ erased: ['after.payer'] })
  })

  test('tells nothing of a save that changes nothing, or that fails', async () => {
    const [id = ''] = await create(app.db, 'bills', { number: 'B-78', title: 'Same' })
    const save = (data: object) =>
      app.call('bills.update', { token, params: { id }, body: { data } })
    expect((await save({ title: 'Same' })).status).toBe(200)
    expect((await save({ title: 'Other', version: 99 })).status).toBe(409)
    expect(await actionsOf(id)).toEqual(['create'])
  })

  test('tells sign-ins, their failures, sign-outs and ended sessions', async () => {
    const person = await app.signIn('owner')
    await app.call('session.logout', { token: person.token })
    const email = 'nobody@example.com'
    const wrong = { email, password: 'not the password' }
    expect((await app.call('session.login', { body: wrong })).status).toBe(401)
    const typo = { email: 'my secret password', password: 'x' }
    await app.call('session.login', { body: typo })
    const failed = await list({ action: 'sign-in-failed' })
    expect(failed.map(({ record }: { record: unknown }) => record)).toEqual([
      { _id: null, title: '' },
      { _id: null, title: email },
    ])
    expect(failed[0]).toMatchObject({ actor: null, area: 'accounts', detail: expect.any(String) })
    const own = await list({ record: person.userId, area: 'accounts' })
    expect(own.map(({ action }: { action: string }) => action)).toContain('sign-out')
  })

  test('never holds a secret', async () => {
    const password = 'correct horse battery staple 9'
    const body = { name: 'Sam', email: 'sam@example.com', type: 'admin', password }
    const made = await app.call('users.create', { token, body })
    const id = made.body.data._id
    await app.call('session.login', { body: { email: body.email, password } })
    const { rows } = await sql<{
      text: string
    }>`select audit_entries::text from audit_entries`.execute(app.db)
    const text = JSON.stringify(rows)
    expect(text).toContain(id)
    const hashes = await app.db.selectFrom('credentials').select('password_hash').execute()
    for (const secret of [password, ...hashes.map((row) => row.password_hash), token]) {
      expect(text.includes(secret)).toBe(false)
    }
  })

  test('one call that changes several records is one batch', async () => {
    const ids = await create(app.db, 'users', ...[1, 2, 3].map((n) => admin(n)))
    const [role = ''] = await create(app.db, 'roles', { name: 'Batch', permissions: [] })
    const body = { users: ids, role }
    expect((await app.call('users.assignRole', { token, body })).status).toBe(200)
    const [first] = await list({ record: ids[0] })
    expect(first.batch).toEqual(expect.any(String))
    const together = await list({ batch: first.batch })
    expect(together).toHaveLength(3)
    expect(together[0].after).toEqual({ role: { _id: role, name: 'Batch' } })
  })

  test('a batch that brings many records is one entry, and a line in the history of each', async () => {
    const batch = newId()
    const rows = Array.from({ length: 50 }, (_, n) => ({
      id: newId(),
      title: `Batched ${n}`,
      description: null,
      assignee_id: null,
      due_at: null,
    }))
    const actor = { user: me, through: 'import' as const, batch }
    await write(app.db, actor, ({ insert }) => insert('tasks', rows))
    const [entry, ...others] = await list({ batch })
    expect(others).toEqual([])
    expect(entry).toMatchObject({ action: 'create', through: 'import', record: null, count: 50 })
    expect([entry.before, entry.after]).toEqual([null, null])
    const [line] = await list({ record: rows[17]?.id })
    expect(line).toMatchObject({ _id: entry._id, count: 1, after: { title: 'Batched 17' } })
    expect(line.record).toEqual({ _id: rows[17]?.id, title: 'Batched 17' })
    await write(app.db, actor, async ({ lock, update }) =>
      update('tasks', await lock('tasks', [rows[17]?.id ?? '']), { status: 'done' }),
    )
    expect(await actionsOf(rows[17]?.id ?? '')).toEqual(['status', 'create'])
  })

  test('leaves out what one may not list: areas, people of other types, signing in', async () => {
    const [bill = ''] = await create(app.db, 'bills', { number: 'B-79' })
    const [member = '', staff = ''] = await create(app.db, 'users', { name: 'M' }, admin(9))
    const mayRead = permission('System', 'Audit log', 'list')
    const bills = await app.signIn([mayRead, permission('Operations', 'Bills', 'list')])
    const people = await app.signIn([mayRead, permission('Users', 'Members', 'list')])
    const nothing = await app.signIn([mayRead])
    const sees = async (by: string, record: string) => (await list({ record }, by)).length
    expect([await sees(bills.token, bill), await sees(bills.token, member)]).toEqual([1, 0])
    expect([await sees(people.token, member), await sees(people.token, staff)]).toEqual([1, 0])
    expect(await list({ area: 'accounts' }, bills.token)).toEqual([])
    expect(await list({}, nothing.token)).toEqual([])
    const without = await app.signIn([permission('Operations', 'Bills', 'list')])
    expect((await app.call('auditLog.list', { token: without.token })).status).toBe(403)
  })

  test('counts exactly before and after entries are sealed', async () => {
    const total = async (query: object) =>
      (await app.call('auditLog.list', { token, query: { ...query, limit: 1 } })).body.data
        .pagination.total
    const counted = await total({ area: 'polls', action: 'export' })
    for (let n = 0; n < 3; n += 1) {
      await auditEvent(app.db, { user: me }, { action: 'export', area: 'polls' })
    }
    expect(await total({ area: 'polls', action: 'export' })).toBe(counted + 3)
    await expect.poll(() => unsealed()).toBe(0)
    expect(await total({ area: 'polls', action: 'export' })).toBe(counted + 3)
    const { rows } = await sql<{ n: number }>`select count(*) as n from audit_entries`.execute(
      app.db,
    )
    expect(await total({})).toBe(rows[0]?.n)
  })

  test.each([
    ['browser', 'a browser over TLS', { 'sec-fetch-site': 'same-origin' }],
    ['browser', 'a browser over plain HTTP', { 'accept-language': 'de-DE,de;q=0.9' }],
    ['browser', 'a page of another origin', { origin: 'https://staff.example' }],
    ['script', 'a script', {}],
    ['script', 'a script on Node’s fetch', { 'sec-fetch-mode': 'cors', 'accept-language': '*' }],
  ])('tells what was made by a %s: %s', async (client, _, headers) => {
    const [id = ''] = await create(app.db, 'users', { type: 'member', status: 'active' })
    const call = { token, params: { id }, headers }
    expect((await app.call('users.changeStatus', call)).status).toBe(200)
    expect((await list({ record: id }))[0]).toMatchObject({ through: 'api', client })
    // Whoever isn't signed in yet, too.
    const email = `${id}@example.com`
    await app.call('session.login', { headers, body: { email, password: 'no password of theirs' } })
    const [failed] = await list({ action: 'sign-in-failed' })
    expect(failed).toMatchObject({ record: { title: email }, client })
  })

  const unsealed = async () => {
    const { rows } = await sql<{ n: number }>`
      select (select count(*) from audit_entries)
        - (select coalesce(sum(cardinality(entries)), 0) from audit_seals) as n`.execute(app.db)
    return Number(rows[0]?.n)
  }
})

const admin = (n: number) => ({
  name: `Staff ${n}`,
  type: 'admin' as const,
  email: `staff-${n}@example.com`,
})
