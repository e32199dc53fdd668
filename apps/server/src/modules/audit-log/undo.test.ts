import { permission } from '@steward/contract/permissions/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEvent } from '../../db/write/audit.ts'
import { write } from '../../db/write/write.ts'
import { newId } from '../../ids.ts'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { jobEnd } from '../../testing/jobs.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'
import { eraseFromEntries } from './erase.store.ts'

import { maxAtOnce } from './undo.service.ts'

type Entry = { _id: string; action: string; undoes: string | null; undoneBy: string | null }

describe.each(oneEngine)('undo on %s', (engine) => {
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

  const history = async (record: string): Promise<Entry[]> =>
    (await app.call('auditLog.list', { token, query: { record } })).body.data.entries
  const latest = async (record: string) => (await history(record))[0] as Entry
  const undo = async (id: string, by = token) => {
    const answer = await app.call('auditLog.undo', { token: by, params: { id } })
    if (answer.status === 200) mustFitContract('auditLog.undo', answer.body)
    return answer
  }
  const bill = async (id: string) =>
    await app.db.selectFrom('bills').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const saveBill = async (id: string, data: object) => {
    const { status } = await app.call('bills.update', { token, params: { id }, body: { data } })
    expect(status).toBe(200)
  }

  test('an entry of which values were erased stays as it is', async () => {
    const [id = ''] = await create(app.db, 'bills', { title: 'Of Erased Person' })
    await saveBill(id, { title: 'New' })
    const edit = await latest(id)
    const rows = [newId(), newId()].map((role, n) => ({
      ...{ id: role, name: n === 0 ? 'Role of Erased Person' : 'Another role', permissions: [] },
      ...{ description: null, image: null, status_before_deletion: null },
    }))
    await write(app.db, { system: 'seed', batch: newId() }, ({ insert }) => insert('roles', rows))
    const made = await latest(rows[0]?.id ?? '')
    const who = { person: newId(), names: ['Erased Person'], addresses: [], content: false }
    await app.db.transaction().execute((tx) => eraseFromEntries(tx, { system: 'setup' }, who, 0))
    const said = 'Values of this entry have been erased, so it can’t be undone.'
    expect(await undo(edit._id)).toMatchObject({ status: 409, body: { message: said } })
    expect(await latest(id)).toMatchObject({
      before: {},
      after: { title: 'New' },
      erased: ['before.title'],
    })
    // Of a batch, only the records whose rows are gone stay.
    const { status, body } = await undo(made._id)
    expect([status, body.message]).toEqual([409, said])
    expect(await latest(rows[0]?.id ?? '')).toMatchObject({ erased: ['records'] })
  })

  test('an edit is taken back, said so, and can be taken back in turn', async () => {
    const [id = ''] = await create(app.db, 'bills', { title: 'Old', amount: 5 })
    await saveBill(id, { title: 'New', amount: 7 })
    const edit = await latest(id)
    const { status, body } = await undo(edit._id)
    expect([status, body.message]).toEqual([200, '1 change undone'])
    expect(body.data.left).toEqual([])
    expect(body.data.entries).toMatchObject([
      {
        action: 'undo',
        undoes: edit._id,
        actor: { _id: me },
        before: { title: 'New', amount: 7 },
        after: { title: 'Old', amount: 5 },
      },
    ])
    expect(await bill(id)).toMatchObject({ title: 'Old', amount: 5, version: 3 })
    const undone = await latest(id)
    expect((await history(id))[1]?.undoneBy).toBe(undone._id)
    const again = await undo(edit._id)
    expect([again.status, again.body.message]).toEqual([409, 'This has already been undone.'])
    expect((await undo(undone._id)).status).toBe(200)
    expect((await bill(id)).title).toBe('New')
    expect((await history(id))[2]?.undoneBy).toBeNull()
  })

  test('what is newer stands in the way, field by field, and nothing is written', async () => {
    const [id = ''] = await create(app.db, 'bills', { title: 'A', notes: null, amount: 1 })
    await saveBill(id, { title: 'B', notes: 'x', amount: 2 })
    const edit = await latest(id)
    await saveBill(id, { title: 'C', amount: 3 })
    const before = await bill(id)
    const { status, body } = await undo(edit._id)
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect(body.errors.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      'amount',
      'title',
    ])
    expect(await bill(id)).toEqual(before)
    await saveBill(id, { title: 'B', amount: 2 })
    expect((await undo(edit._id)).status).toBe(200)
  })

  test('deletions, restores and creations are taken back', async () => {
    const [post = ''] = await create(app.db, 'posts', { text: 'Hello' })
    const params = { id: post }
    await app.call('posts.delete', { token, params })
    const gone = await latest(post)
    expect((await undo(gone._id)).status).toBe(200)
    const isGone = async () =>
      (await app.call('posts.list', { token, query: { deleted: 'only', search: 'Hello' } })).body
        .data.posts.length
    expect(await isGone()).toBe(0)
    expect((await undo((await latest(post))._id)).status).toBe(200)
    expect(await isGone()).toBe(1)
    const made = await app.call('categories.create', { token, body: { name: 'Undo me' } })
    const category = made.body.data._id
    expect((await undo((await latest(category))._id)).status).toBe(200)
    const { body } = await app.call('categories.list', { token, query: { deleted: 'only' } })
    expect(body.data.categories.map((each: { _id: string }) => each._id)).toContain(category)
  })

  test('what is deleted for good, or about signing in, can’t be', async () => {
    const [id = ''] = await create(app.db, 'posts', { deleted_at: '2020-01-01T00:00:00.000Z' })
    await app.call('posts.purge', { token, params: { id } })
    const purged = await undo((await latest(id))._id)
    expect([purged.status, purged.body.message]).toEqual([
      409,
      'This record was deleted permanently and can’t be restored.',
    ])
    const { body } = await app.call('auditLog.list', { token, query: { action: 'sign-in' } })
    const person = await app.signIn('owner')
    await app.call('session.logout', { token: person.token })
    const out = await app.call('auditLog.list', { token, query: { action: 'sign-out' } })
    expect(body.data.entries).toBeDefined()
    expect((await undo(out.body.data.entries[0]._id)).status).toBe(409)
    for (const id of ['x', '-1', '99999999', newId()]) expect((await undo(id)).status).toBe(404)
  })

  test('what is about no record, such as an export, can’t be', async () => {
    for (const area of ['bills', 'users', 'categories'] as const) {
      const event = { action: 'export', area, after: { rows: 3 } } as const
      await auditEvent(app.db, { user: me }, event)
      const { body } = await app.call('auditLog.list', { token, query: { action: 'export', area } })
      const answer = await undo(body.data.entries[0]._id)
      expect([area, answer.status, answer.body.message]).toEqual([
        area,
        409,
        'This entry has no change to undo.',
      ])
    }
  })

  test('a batch: what is untouched is taken back, the rest is named with the reason', async () => {
    const ids = await create(app.db, 'tasks', ...[1, 2, 3].map((n) => ({ title: `Task ${n}` })))
    const batch = newId()
    const rows = Array.from({ length: 4 }, (_, n) => ({
      id: newId(),
      title: `Imported ${n}`,
      description: null,
      assignee_id: null,
      due_at: null,
    }))
    const actor = { user: me, through: 'import' as const, batch }
    await write(app.db, actor, ({ insert }) => insert('tasks', rows))
    const touched = rows[2]?.id ?? ''
    await write(app.db, { user: me }, async ({ lock, update }) =>
      update('tasks', await lock('tasks', [touched]), { status: 'done' }),
    )
    const { status, body } = await undo(batch)
    expect(status).toBe(200)
    expect(body.data.entries).toHaveLength(3)
    expect(body.data.left).toMatchObject([
      { record: { _id: touched, title: 'Imported 2' }, errors: [{ path: 'status' }] },
    ])
    const left = await app.call('tasks.list', { token, query: { limit: 100 } })
    const shown = new Set(left.body.data.map((row: { _id: string }) => row._id))
    expect(rows.map(({ id }) => shown.has(id))).toEqual([false, false, true, false])
    expect(ids.every((id) => shown.has(id))).toBe(true)
    // The whole undo is a batch of its own.
    expect((await undo(body.data.entries[0].batch)).body.data.entries).toHaveLength(3)
  })

  test('a batch too large for one transaction is a job, record by record', async () => {
    const batch = newId()
    const rows = Array.from({ length: maxAtOnce + 20 }, (_, n) => ({
      id: newId(),
      title: `Many ${n}`,
      description: null,
      assignee_id: null,
      due_at: null,
    }))
    const actor = { user: me, through: 'import' as const, batch }
    for (const half of [rows.slice(0, 300), rows.slice(300)]) {
      await write(app.db, actor, ({ insert }) => insert('tasks', half))
    }
    const touched = rows[310]?.id ?? ''
    await write(app.db, { user: me }, async ({ lock, update }) =>
      update('tasks', await lock('tasks', [touched]), { title: 'Mine now' }),
    )
    const { status, body } = await undo(batch)
    expect([status, body.data.entries, body.data.left]).toEqual([200, [], []])
    expect(body.data.jobs).toHaveLength(1)
    const job = await jobEnd(app, token, body.data.jobs[0])
    expect(job).toMatchObject({ area: 'tasks', action: 'undo', status: 'done', failed: 1 })
    expect(job).toMatchObject({ changed: maxAtOnce + 19, canUndo: false })
    const { body: answer } = await app.call('jobs.failures', { token, params: { id: job._id } })
    expect(answer.data.failures).toMatchObject([{ _id: touched, name: 'Many 310' }])
    const left = await app.call('tasks.list', { token, query: { search: 'Many' } })
    expect(left.body.pagination.total).toBe(0)
    // What the job did is a batch, which can be taken back as well.
    const back = await undo(job._id)
    expect((await jobEnd(app, token, back.body.data.jobs[0])).changed).toBe(maxAtOnce + 19)
    const again = await app.call('tasks.list', { token, query: { search: 'Many' } })
    expect(again.body.pagination.total).toBe(maxAtOnce + 19)
  })

  test('all that a person did in a span of time, the last first', async () => {
    const rogue = await app.signIn('owner')
    const [one = '', two = ''] = await create(
      app.db,
      'bills',
      { title: 'One', status: 'due' },
      { title: 'Two' },
    )
    const call = (name: 'bills.update' | 'bills.delete', id: string, data?: object) =>
      app.call(name, { token: rogue.token, params: { id }, ...(data && { body: { data } }) })
    const from = new Date(Date.now() - 60_000).toISOString()
    await call('bills.update', one, { title: 'Spoilt' })
    await call('bills.update', one, { status: 'void' })
    await call('bills.delete', one)
    await call('bills.update', two, { title: 'Spoilt too' })
    await call('bills.update', two, { title: 'Spoilt twice' })
    const made = await app.call('categories.create', {
      token: rogue.token,
      body: { name: 'Rogue' },
    })
    const params = { id: made.body.data._id }
    await app.call('categories.update', {
      token: rogue.token,
      params,
      body: { description: 'Worse' },
    })
    const to = new Date(Date.now() + 60_000).toISOString()
    const body = { actor: rogue.userId, from, to }
    const answer = await app.call('auditLog.undoSpan', { token, body })
    expect([answer.status, answer.body.data.left]).toEqual([200, []])
    mustFitContract('auditLog.undoSpan', answer.body)
    expect(answer.body.data.entries).toHaveLength(7)
    expect(await bill(one)).toMatchObject({ title: 'One', status: 'due', deleted_at: null })
    expect((await bill(two)).title).toBe('Two')
  })

  test('needs the permission of the change, and its own', async () => {
    const [id = ''] = await create(app.db, 'bills', { title: 'Mine' })
    await saveBill(id, { title: 'Yours' })
    const { _id } = await latest(id)
    const mayUndo = permission('System', 'Audit log', 'undo')
    const list = permission('Operations', 'Bills', 'list')
    const update = permission('Operations', 'Bills', 'update')
    const statusFor = async (...held: Parameters<typeof app.signIn>[0][]) =>
      (await undo(_id, (await app.signIn(held as never)).token)).status
    expect(await statusFor(update as never, list as never)).toBe(403)
    expect(await statusFor(mayUndo as never, list as never)).toBe(403)
    // Whoever may not list bills is told of none.
    expect(await statusFor(mayUndo as never, update as never)).toBe(404)
    expect(await statusFor(mayUndo as never, list as never, update as never)).toBe(200)
  })

  test('holds the rules of users and roles: nobody gets more by it than they hold', async () => {
    const [role = ''] = await create(app.db, 'roles', {
      name: 'Strong',
      permissions: [
        {
          module: 'Operations',
          submodules: [{ name: 'Bills', actions: { list: true, update: true } }],
        },
      ],
    })
    const weaker = { _id: role, permissions: [] }
    expect((await app.call('roles.update', { token, body: weaker })).status).toBe(200)
    const taken = await latest(role)
    const helper = await app.signIn([
      permission('System', 'Audit log', 'undo'),
      permission('Roles', 'Roles', 'list'),
      permission('Roles', 'Roles', 'update'),
    ])
    const refused = await undo(taken._id, helper.token)
    expect(refused.status).toBe(403)
    expect((await undo(taken._id)).status).toBe(200)
    const own = await app.call('users.details', { token, params: { id: me } })
    expect(own.status).toBe(200)
    const [person = ''] = await create(app.db, 'users', { name: 'Pat', email: 'pat@x.example' })
    const params = { id: person }
    await app.call('users.update', { token, params, body: { email: 'new@x.example' } })
    const moved = await latest(person)
    await create(app.db, 'users', { name: 'Other', email: 'pat@x.example' })
    const clash = await undo(moved._id)
    expect([clash.status, clash.body.errors]).toEqual([
      409,
      [{ path: 'email', msg: expect.any(String) }],
    ])
    await app.call('users.changeStatus', { token, params })
    expect((await undo((await latest(person))._id)).status).toBe(200)
    await app.call('users.delete', { token, params })
    expect((await undo((await latest(person))._id)).status).toBe(200)
    const there = await app.call('users.details', { token, params })
    expect(there.body.data.status).toBe('active')
  })
})
