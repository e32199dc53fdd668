import { permission } from '@steward/contract/permissions/permissions'
import { maxComments } from '@steward/contract/tasks/task-comments'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../ids.ts'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'

const may = {
  list: permission('Operations', 'Tasks', 'list'),
  create: permission('Operations', 'Tasks', 'create'),
  update: permission('Operations', 'Tasks', 'update'),
  comment: permission('Operations', 'Tasks', 'comment'),
  delete: permission('Operations', 'Tasks', 'delete'),
}
const posts = permission('Community', 'Feed posts', 'list')
const nobody = '00000000-0000-7000-8000-000000000000'

describe.each(oneEngine)('tasks on %s', (engine) => {
  let app: TestApp
  let token: string
  let me: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    const session = await app.signIn([...Object.values(may), posts])
    token = session.token
    me = session.userId
  })
  afterAll(() => app.dispose())

  const task = async (fields: Parameters<typeof create<'tasks'>>[2] = {}) =>
    (await create(app.db, 'tasks', fields))[0] as string
  const add = (body: object, by = token) =>
    app.call('tasks.create', { token: by, body: body as never })
  const update = (id: string, body: object, by = token) =>
    app.call('tasks.update', { token: by, params: { id }, body: body as never })
  const comment = (id: string, text: string, by = token) =>
    app.call('tasks.comment', { token: by, params: { id }, body: { text } })
  const comments = async (id: string, query = {}, by = token) =>
    (await app.call('tasks.comments', { token: by, params: { id }, query })).body.data
  const listed = async (query: object, by = token) =>
    (await app.call('tasks.list', { token: by, query: query as never })).body.data as {
      _id: string
      commentCount: number
      about: object | null
    }[]

  test('a new one is to do, of normal priority and nobody’s unless said otherwise', async () => {
    const plain = await add({ title: ' Water the plants ' })
    expect(plain.status).toBe(201)
    mustFitContract('tasks.create', plain.body)
    expect(plain.body.data).toMatchObject({
      ...{ title: 'Water the plants', description: null, assignee: null, dueAt: null },
      ...{ priority: 'normal', status: 'todo', about: null, commentCount: 0, version: 1 },
    })
    const [person = ''] = await create(app.db, 'users', { name: 'Ada' })
    const whole = await add({
      ...{ title: 'Feed the cat', description: 'Twice.', assignee: person, dueAt: '2030-05-01' },
      ...{ priority: 'urgent', status: 'doing' },
    })
    expect(whole.body.data).toMatchObject({
      ...{ description: 'Twice.', assignee: { _id: person, name: 'Ada' } },
      ...{ dueAt: '2030-05-01T00:00:00.000Z', priority: 'urgent', status: 'doing' },
    })
    expect((await add({ title: 'Mine', assignee: 'me' })).body.data.assignee._id).toBe(me)
  })

  test('a key makes it once', async () => {
    const once = () =>
      app.app.inject({
        method: 'POST',
        url: '/api/admin/tasks',
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'one-task' },
        payload: { title: 'Only once' },
      })
    const [first, second] = [await once(), await once()]
    expect(second.json().data._id).toBe(first.json().data._id)
    expect(await listed({ search: 'only once' })).toHaveLength(1)
  })

  test.each([
    ['title', ''],
    ['title', 'x'.repeat(201)],
    ['description', 'x'.repeat(10_001)],
    ['assignee', nobody],
    ['assignee', 'you'],
    ['dueAt', 'soon'],
    ['priority', 'most'],
    ['status', 'open'],
    ['about', { area: 'posts', _id: nobody }],
  ])('refuses %s %j at its field', async (field, value) => {
    const made = await add({ title: 'A task', [field]: value })
    const changed = await update(await task(), { [field]: value })
    for (const { status, body } of [made, changed]) {
      expect(status).toBe(422)
      expect(body.errors.map((entry: { path: string }) => entry.path)).toEqual([field])
    }
  })

  test('nobody is given a task who is deleted, but keeps the one they have', async () => {
    const [person = ''] = await create(app.db, 'users', { deleted_at: '2026-01-01T00:00:00.000Z' })
    expect((await add({ title: 'A', assignee: person })).status).toBe(422)
    const id = await task({ assignee_id: person })
    expect((await update(id, { title: 'Else', assignee: person })).status).toBe(200)
    expect((await update(id, { assignee: null })).body.data.assignee).toBeNull()
  })

  test('an older version is refused with the task as it stands now', async () => {
    const id = await task()
    const first = await update(id, { status: 'doing', version: 1 })
    expect(first.body.data).toMatchObject({ status: 'doing', version: 2 })
    const late = await update(id, { title: 'Late', version: 1 })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ code: 'out_of_date', data: { status: 'doing', version: 2 } })
    expect((await update(id, { status: 'doing' })).body.data.version).toBe(2)
  })

  test('what is about a record names it to those who may list it, and to others its area', async () => {
    const [post = ''] = await create(app.db, 'posts', { text: 'Where is the secret garden?' })
    const made = await add({ title: 'Answer', about: { area: 'posts', _id: post } })
    const about = { area: 'posts', _id: post, title: 'Where is the secret garden?' }
    expect(made.body.data.about).toEqual(about)
    expect(await listed({ about: post })).toMatchObject([{ about }])
    const { _id: id } = made.body.data
    const gone = await app.call('tasks.delete', { token, params: { id } })
    const back = await app.call('tasks.restore', { token, params: { id } })
    expect([gone.body.data.about, back.body.data.about]).toEqual([about, about])
    const { token: other } = await app.signIn([
      ...Object.values(may),
      permission('System', 'Audit log', 'list'),
    ])
    const found = await listed({ search: 'answer' }, other)
    expect(found).toMatchObject([{ about: { area: 'posts', _id: null, title: null } }])
    expect(await listed({ about: post }, other)).toEqual([])
    const seen = [
      found,
      await app.call('tasks.delete', { token: other, params: { id } }),
      await app.call('tasks.restore', { token: other, params: { id } }),
      await update(id, { title: 'Answer it' }, other),
      await update(id, { title: 'Late', version: 1 }, other),
      await app.call('auditLog.list', { token: other, query: { area: 'tasks' } }),
    ]
    expect(JSON.stringify(seen)).not.toContain('secret garden')
    expect(JSON.stringify(seen)).not.toContain(post)
    const refused = await add({ title: 'A', about: { area: 'posts', _id: post } }, other)
    expect(refused.status).toBe(403)
    expect((await update(id, { about: null })).body.data.about).toBeNull()
  })

  test('of users, who may list one type is told of those alone', async () => {
    const [admin = ''] = await create(app.db, 'users', {
      ...{ type: 'admin', name: 'Grace', email: 'grace@example.com' },
    })
    const [member = ''] = await create(app.db, 'users', { type: 'member', name: 'Linus' })
    const members = permission('Users', 'Members', 'list')
    const { token: some } = await app.signIn([may.list, may.create, members])
    const about = (_id: string) => add({ title: 'Ask', about: { area: 'users', _id } }, some)
    expect((await about(member)).body.data.about.title).toBe('Linus')
    expect((await about(admin)).status).toBe(422)
    const ofAdmin = await task({ about_area: 'users', about_id: admin, about_title: 'Grace' })
    expect(JSON.stringify(await listed({}, some))).not.toContain('Grace')
    expect(await listed({ about: admin }, some)).toEqual([])
    const { token: owner } = await app.signIn('owner')
    expect((await listed({ about: admin }, owner)).map(({ _id }) => _id)).toEqual([ofAdmin])
  })

  test('comments come newest first, a page at a time, and are counted', async () => {
    const id = await task()
    for (const text of ['First', 'Second\nline', 'Third'])
      expect((await comment(id, text)).status).toBe(201)
    const page = await comments(id, { limit: 2 })
    expect(page.comments.map(({ text }: { text: string }) => text)).toEqual([
      'Third',
      'Second\nline',
    ])
    expect(page.comments[0]).toMatchObject({ author: { _id: me }, canDelete: true })
    expect(page.pagination).toMatchObject({ total: 3, totalPages: 2 })
    const [row] = (await listed({ limit: 100 })).filter(({ _id }) => _id === id)
    expect(row?.commentCount).toBe(3)
    const log = await app.db
      .selectFrom('audit_entries')
      .select(['action', 'detail', 'before', 'after'])
      .where('record_id', '=', id)
      .where('action', '=', 'comment')
      .orderBy('id')
      .execute()
    expect(log[0]).toEqual({ action: 'comment', detail: '“First”', before: null, after: null })
    // A comment is no change of the task: whoever edits it meanwhile is not refused.
    expect((await update(id, { title: 'Else', version: 1 })).status).toBe(200)
  })

  test.each(['', '  \n', 'x'.repeat(10_001), 'a\0b', null])(
    'refuses the comment %j',
    async (text) => {
      const { status, body } = await comment(await task(), text as string)
      expect(status).toBe(422)
      expect(body.errors[0].path).toBe('text')
    },
  )

  test('a task has 1,000 comments at the most, deleted ones among them', async () => {
    const id = await task()
    await app.db
      .insertInto('task_comments')
      .values(
        Array.from({ length: maxComments - 1 }, () => ({
          ...{ id: newId(), task_id: id, author_id: me, text: 'Again' },
        })),
      )
      .execute()
    const last = await comment(id, 'The last')
    expect(last.status).toBe(201)
    const full = await comment(id, 'One more')
    expect(full.status).toBe(409)
    expect(full.body.message).toBe('A task can have at most 1,000 comments.')
    const params = { id, commentId: last.body.data._id }
    await app.call('tasks.deleteComment', { token, params })
    expect((await comment(id, 'One more')).status).toBe(409)
  })

  test('one’s own comment can be deleted and brought back, another’s by who may delete tasks', async () => {
    const id = await task()
    const writer = (await app.signIn([may.list, may.comment])).token
    const other = (await app.signIn([may.list, may.comment])).token
    const by = (name: 'deleteComment' | 'restoreComment', token: string, commentId: string) =>
      app.call(`tasks.${name}`, { token, params: { id, commentId } })
    const { _id } = (await comment(id, 'Mine', writer)).body.data
    expect((await comments(id, {}, other)).comments[0].canDelete).toBe(false)
    expect((await by('deleteComment', other, _id)).status).toBe(403)
    expect((await by('deleteComment', writer, _id)).status).toBe(200)
    expect((await by('deleteComment', writer, _id)).status).toBe(404)
    expect((await comments(id)).comments).toEqual([])
    expect((await by('restoreComment', other, _id)).status).toBe(403)
    expect((await by('restoreComment', writer, _id)).status).toBe(200)
    expect((await comments(id)).comments).toHaveLength(1)
    // What who may delete tasks took away, its author doesn't bring back.
    expect((await by('deleteComment', token, _id)).status).toBe(200)
    expect((await by('restoreComment', writer, _id)).status).toBe(404)
    expect((await by('restoreComment', token, _id)).status).toBe(200)
    const elsewhere = { id: await task(), commentId: _id }
    expect((await app.call('tasks.deleteComment', { token, params: elsewhere })).status).toBe(404)
  })

  test('of a deleted task comments are read, not written; they go for good with it', async () => {
    const id = await task()
    await comment(id, 'Before')
    await app.call('tasks.delete', { token, params: { id } })
    expect((await comment(id, 'After')).status).toBe(404)
    expect((await comments(id)).comments).toHaveLength(1)
    const { token: owner } = await app.signIn('owner')
    expect((await app.call('tasks.purge', { token: owner, params: { id } })).status).toBe(200)
    const left = await app.db
      .selectFrom('task_comments')
      .select('id')
      .where('task_id', '=', id)
      .execute()
    expect(left).toEqual([])
  })

  test('each call needs its own permission', async () => {
    const id = await task()
    const { token: reader } = await app.signIn([may.list])
    expect((await comments(id, {}, reader)).comments).toEqual([])
    const answers = [
      await add({ title: 'A' }, reader),
      await update(id, { title: 'A' }, reader),
      await comment(id, 'A', reader),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
    const { token: clerk } = await app.signIn([may.create, may.update, may.delete])
    expect((await comment(id, 'A', clerk)).status).toBe(403)
  })

  test('a change, and a new task, are taken back by who may make them', async () => {
    const undo = permission('System', 'Audit log', 'undo')
    const { token: clerk } = await app.signIn([may.list, may.create, may.update, undo])
    const { token: chief } = await app.signIn([may.list, may.update, may.delete, undo])
    const made = (await add({ title: 'Short-lived' }, clerk)).body.data
    await update(made._id, { status: 'done' }, clerk)
    const entries = await app.db
      .selectFrom('audit_entries')
      .select('id')
      .where('record_id', '=', made._id)
      .orderBy('id', 'desc')
      .execute()
    const statuses: number[] = []
    // The change first; what takes the creation back is a deletion.
    for (const [token, entry] of [
      [clerk, entries[0]],
      [clerk, entries[1]],
      [chief, entries[1]],
    ] as const) {
      const params = { id: String(entry?.id) }
      statuses.push((await app.call('auditLog.undo', { token, params })).status)
    }
    expect(statuses).toEqual([200, 403, 200])
    expect((await listed({ search: 'short-lived' })).length).toBe(0)
  })
})
