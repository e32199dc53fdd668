import { type Permission, permission } from '@steward/contract/permissions/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { areas } from '../../areas.ts'
import { newId } from '../../ids.ts'
import { changeBySql } from '../../testing/change-by-sql.ts'
import { engines } from '../../testing/database.ts'
import { create, nextNumber } from '../../testing/factories.ts'
import { jobEnd, makePosts } from '../../testing/jobs.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'
import { createJob, maxUnfinished, recordsChosen } from './batches.store.ts'

const deletePosts = permission('Community', 'Feed posts', 'delete')
const listPosts = permission('Community', 'Feed posts', 'list')

describe.each(engines)('jobs on %s', (engine) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    token = (await app.signIn('owner')).token
  })
  afterAll(() => app.dispose())
  beforeEach(async () => {
    await changeBySql(app.db)`delete from posts`
    await changeBySql(app.db)`delete from shopping_posts`
    await changeBySql(app.db)`delete from bills`
    await sql`delete from jobs`.execute(app.db)
  })

  const start = (body: object, as = token) => app.call('jobs.create', { token: as, body })
  const ended = (id: string) => jobEnd(app, token, id)
  const run = async (body: object) => {
    const answer = await start(body)
    expect(answer.status).toBe(201)
    mustFitContract('jobs.create', answer.body)
    return await ended(answer.body.data._id)
  }
  const left = async () => {
    const { body } = await app.call('posts.list', { token, query: { limit: 1 } })
    return body.data.pagination.total
  }

  test('deletes all that a query matches, on every page, but those left out', async () => {
    const ids = await makePosts(app.db, 700, 'spam')
    await makePosts(app.db, 10, 'fine')
    const job = await run({
      area: 'posts',
      action: 'delete',
      all: { query: { search: 'spam', page: 3, limit: 1 } },
      except: ids.slice(0, 2),
    })
    expect(job).toMatchObject({
      status: 'done',
      total: 698,
      changed: 698,
      unchanged: 0,
      failed: 0,
      canUndo: true,
      reason: null,
    })
    expect(await left()).toBe(12)
  })

  test('undoes what it has changed and nothing else', async () => {
    const ids = await makePosts(app.db, 300, 'a')
    await app.call('posts.delete', { token, params: { id: ids[7] ?? '' } })
    const job = await run({ area: 'posts', action: 'delete', ids })
    expect(job).toMatchObject({ total: 300, changed: 299, unchanged: 1 })
    expect(await left()).toBe(0)
    const undo = await app.call('jobs.undo', { token, params: { id: job._id } })
    expect(undo.status).toBe(201)
    const done = await ended(undo.body.data._id)
    expect(done).toMatchObject({ action: 'restore', total: 299, changed: 299, undoOf: job._id })
    expect(await left()).toBe(299)
  })

  test('names each failure', async () => {
    const number = `J-${nextNumber()}`
    const deleted = '2026-01-01T00:00:00.000Z'
    const [live = '', taken = '', twin = '', free = ''] = await create(
      app.db,
      'bills',
      { number },
      { number, deleted_at: deleted },
      { number: `${number}-x`, deleted_at: deleted },
      { number: `${number}-y`, deleted_at: deleted },
    )
    await sql`update bills set number = ${number} where id = ${twin}`.execute(app.db)
    const unknown = '00000000-0000-7000-8000-000000000000'
    const ids = [live, taken, twin, free, unknown, free]
    const job = await run({ area: 'bills', action: 'restore', ids })
    expect(job).toMatchObject({ total: 5, changed: 1, unchanged: 1, failed: 3, status: 'done' })
    const { body } = await app.call('jobs.failures', { token, params: { id: job._id } })
    mustFitContract('jobs.failures', body)
    expect(body.data.pagination.total).toBe(3)
    const message = 'Another bill now has this number, so this one can’t be restored with it.'
    const errors = [{ path: 'number', msg: message }]
    expect(body.data.failures).toEqual([
      expect.objectContaining({ _id: unknown, name: null, message: 'There is no such bill.' }),
      { _id: taken, name: number, message, errors },
      { _id: twin, name: number, message, errors },
    ])
    const second = { page: 2, limit: 2 }
    const page = await app.call('jobs.failures', { token, params: { id: job._id }, query: second })
    expect(page.body.data.failures.map((each: { _id: string }) => each._id)).toEqual([twin])
  })

  test('class: jobs of one person without end', async () => {
    const person = await app.signIn([deletePosts, listPosts])
    const ids = await makePosts(app.db, 2, 'to go')
    const made = await app.db.transaction().execute(async (tx) => {
      const job = {
        area: 'posts',
        action: 'delete',
        patch: null,
        startedBy: person.userId,
      } as const
      const all: string[] = []
      for (let n = 0; n < maxUnfinished; n += 1) {
        all.push(
          (await createJob(tx, job, recordsChosen(areas.bulk.posts, job.action, { ids }))).id,
        )
      }
      await tx.updateTable('jobs').set({ status: 'paused' }).where('id', 'in', all).execute()
      return all
    })
    const body = { area: 'posts', action: 'delete', ids }
    const refused = await start(body, person.token)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.body.message).toContain('You have 20 unfinished jobs')
    // A colleague isn't held up by it.
    expect((await start(body)).status).toBe(201)
    // What the server gave up takes its room again when it goes on.
    const [first = '', second = ''] = made
    const setStopped = (id: string) =>
      app.db.updateTable('jobs').set({ status: 'stopped' }).where('id', '=', id).execute()
    await setStopped(first)
    const again = (id: string) => app.call('jobs.resume', { token: person.token, params: { id } })
    const another = await start(body, person.token)
    expect(another.status).toBe(201)
    await ended(another.body.data._id)
    expect((await again(first)).status).toBe(200)
    await ended(first)
    await setStopped(second)
    const open = [first, another.body.data._id as string]
    await app.db.updateTable('jobs').set({ status: 'paused' }).where('id', 'in', open).execute()
    expect((await again(second)).status).toBe(429)
    await app.call('jobs.cancel', { token: person.token, params: { id: first } })
    expect((await again(second)).status).toBe(200)
    await ended(second)
  })

  test('class: failures of a job as a way to learn of people', async () => {
    const person = await app.signIn([
      permission('Users', 'Members', 'list'),
      permission('Users', 'Members', 'status'),
    ])
    const unknown = newId()
    const email = () => `${newId()}@example.com`
    const [member = '', gone = '', admin = '', business = ''] = await create(
      app.db,
      'users',
      { name: 'Seen Member' },
      { name: 'Gone Member', deleted_at: '2026-01-01T00:00:00.000Z' },
      { name: 'Hidden Admin', type: 'admin', email: email() },
      { name: 'Hidden Business', type: 'business', email: email() },
    )
    const ids = [member, gone, admin, business, unknown]
    const body = { area: 'users', action: 'status', patch: { status: 'inactive' }, ids }
    const { data } = (await start(body, person.token)).body
    expect(await ended(data._id)).toMatchObject({ changed: 1, failed: 4 })
    const failures = async (as: string) => {
      const answer = await app.call('jobs.failures', { token: as, params: { id: data._id } })
      mustFitContract('jobs.failures', answer.body)
      return answer.body.data.failures as { _id: string; name: string | null; message: string }[]
    }
    const seen = await failures(person.token)
    expect(JSON.stringify(seen)).not.toContain('Hidden')
    const hidden = 'You don’t have access to this record, so the reason isn’t shown.'
    const told = Object.fromEntries(seen.map(({ _id, name, message }) => [_id, [name, message]]))
    expect(told).toEqual({
      [gone]: ['Gone Member', expect.not.stringContaining(hidden)],
      [admin]: [null, hidden],
      [business]: [null, hidden],
      [unknown]: [null, hidden],
    })
    const byOwner = (await failures(token)).map(({ name }) => name)
    expect(new Set(byOwner)).toEqual(
      new Set(['Gone Member', 'Hidden Admin', 'Hidden Business', null]),
    )
  })

  test('sets a status as the single action would', async () => {
    await create(
      app.db,
      'bills',
      { status: 'due' },
      { status: 'overdue' },
      { status: 'paid', paid_at: '2026-01-01T00:00:00.000Z' },
      { status: 'due', deleted_at: '2026-01-01T00:00:00.000Z' },
    )
    const pay = { area: 'bills', action: 'status', patch: { status: 'paid' }, all: { query: {} } }
    expect(await run(pay)).toMatchObject({ total: 2, changed: 2, canUndo: false })
    const bills = async () => {
      const { body } = await app.call('bills.list', { token })
      return body.data.bills as { status: string; paidAt: string | null; version: number }[]
    }
    expect((await bills()).every((bill) => bill.status === 'paid' && bill.paidAt)).toBe(true)
    expect((await bills()).map((bill) => bill.version).sort()).toEqual([1, 2, 2])
    await run({ ...pay, patch: { status: 'due' }, all: { query: { status: 'paid' } } })
    expect((await bills()).every((bill) => bill.status === 'due' && !bill.paidAt)).toBe(true)
  })

  test('brings back every deleted shopping post that the list shows', async () => {
    const deleted_at = '2026-01-01T00:00:00.000Z'
    await create(app.db, 'shopping_posts', { deleted_at }, { deleted_at, status: 'sold' }, {})
    const query = { includeDeleted: true, status: ['available', 'reserved'] }
    const job = await run({ area: 'shoppingPosts', action: 'restore', all: { query } })
    expect(job).toMatchObject({ total: 1, changed: 1 })
  })

  test('deletes a tree of categories from its leaves, and brings it back from its root', async () => {
    const add = async (parent: string | null) => {
      const body = { name: `C ${nextNumber()}`, parent }
      return (await app.call('categories.create', { token, body })).body.data._id as string
    }
    const root = await add(null)
    const leaf = await add(await add(root))
    const kept = await add(root)
    const { body } = await app.call('categories.list', { token, query: { limit: 100 } })
    const ids = body.data.categories
      .map((each: { _id: string }) => each._id)
      .filter((id: string) => id !== kept)
    const partly = await run({ area: 'categories', action: 'delete', ids })
    expect(partly).toMatchObject({ total: 3, changed: 2, failed: 1 })
    const failures = await app.call('jobs.failures', { token, params: { id: partly._id } })
    expect(failures.body.data.failures[0].message).toMatch(/has 1 subcategory/)
    const whole = await run({ area: 'categories', action: 'delete', ids: [kept, root] })
    expect(whole).toMatchObject({ changed: 2, failed: 0 })
    for (const job of [whole, partly]) {
      const undo = await app.call('jobs.undo', { token, params: { id: job._id } })
      expect(await ended(undo.body.data._id)).toMatchObject({ changed: 2, failed: 0 })
    }
    const back = await app.call('categories.list', { token, query: { limit: 100 } })
    const shown = back.body.data.categories.map((each: { _id: string }) => each._id)
    expect(shown).toContain(leaf)
    expect(shown).toHaveLength(4)
  })

  test.each([
    [{ area: 'posts', action: 'delete' }, 'ids'],
    [{ area: 'posts', action: 'delete', ids: [] }, 'ids'],
    [{ area: 'posts', action: 'delete', ids: ['x'] }, 'ids.0'],
    [{ area: 'posts', action: 'status', all: { query: {} }, patch: { status: 'x' } }, 'action'],
    [
      { area: 'bills', action: 'status', all: { query: {} }, patch: { status: 'x' } },
      'patch.status',
    ],
    [{ area: 'bills', action: 'status', all: { query: {} } }, 'patch.status'],
    [{ area: 'bills', action: 'toString', all: { query: {} } }, 'action'],
    [{ area: '__proto', action: 'delete', all: { query: {} } }, 'area'],
    [{ area: 'bills', action: 'delete', all: { query: { status: 'x' } } }, 'all.query.status'],
    [{ area: 'bills', action: 'delete', all: { query: { sort: 'x' } } }, 'all.query.sort'],
    [{ area: 'posts', action: 'delete', all: { query: 'x' } }, 'all.query'],
  ])('refuses %j at %s', async (body, path) => {
    const answer = await start(body)
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((entry: { path: string }) => entry.path)).toContain(path)
  })

  test('with nothing to do, says so and keeps no job', async () => {
    const answer = await start({ area: 'posts', action: 'delete', all: { query: {} } })
    expect(answer.status).toBe(409)
    expect(answer.body.code).toBe('conflict')
    expect((await app.call('jobs.list', { token })).body.data.jobs).toEqual([])
  })

  test('pauses, goes on, and is cancelled with what it has done kept', async () => {
    await makePosts(app.db, 5_000, 'many')
    const { body } = await start({ area: 'posts', action: 'delete', all: { query: {} } })
    const params = { id: body.data._id }
    const paused = (await app.call('jobs.pause', { token, params })).body.data
    expect(paused.status).toBe('paused')
    await new Promise((done) => setTimeout(done, 1_500))
    const still = (await app.call('jobs.details', { token, params })).body.data
    expect(still).toEqual(paused)
    expect((await app.call('jobs.undo', { token, params })).status).toBe(409)
    const resumed = (await app.call('jobs.resume', { token, params })).body.data
    expect(['waiting', 'running']).toContain(resumed.status)
    const cancelled = (await app.call('jobs.cancel', { token, params })).body.data
    expect(cancelled.status).toBe('cancelled')
    expect(cancelled.changed).toBeLessThan(5_000)
    expect(await left()).toBe(5_000 - cancelled.changed)
    expect((await app.call('jobs.cancel', { token, params })).status).toBe(200)
    const late = await app.call('jobs.resume', { token, params })
    expect(late).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })

  test('a permission taken away stops it with a sentence; given back, it goes on', async () => {
    await makePosts(app.db, 3_000, 'many')
    const person = await app.signIn([deletePosts, listPosts])
    const { body } = await start(
      { area: 'posts', action: 'delete', all: { query: {} } },
      person.token,
    )
    const params = { id: body.data._id }
    await app.db
      .updateTable('roles')
      .set({ status: 'inactive' })
      .where('id', '=', person.roleId)
      .execute()
    const stopped = await ended(params.id)
    expect(stopped.status).toBe('stopped')
    expect(stopped.reason).toMatch(/no longer active/)
    await app.db
      .updateTable('roles')
      .set({ status: 'active' })
      .where('id', '=', person.roleId)
      .execute()
    await app.call('jobs.resume', { token: person.token, params })
    expect(await ended(params.id)).toMatchObject({ status: 'done', changed: 3_000 })
    expect(await left()).toBe(0)
  })

  test('each action needs its own permission, and a query the right to list', async () => {
    const ids = await makePosts(app.db, 1, 'a')
    const start = async (permissions: Permission[], body: object) => {
      const { token } = await app.signIn(permissions)
      return (await app.call('jobs.create', { token, body })).status
    }
    const named = { area: 'posts', action: 'delete', ids }
    const all = { area: 'posts', action: 'delete', all: { query: {} } }
    const bills = permission('Operations', 'Bills', 'delete')
    expect(await start([], named)).toBe(403)
    expect(await start([bills, listPosts], named)).toBe(403)
    expect(await start([deletePosts], all)).toBe(403)
    expect(await start([deletePosts], named)).toBe(201)
  })

  test('are seen by who started them, and by owners', async () => {
    const ids = await makePosts(app.db, 1, 'a')
    const person = await app.signIn([deletePosts])
    const other = await app.signIn([deletePosts])
    const { body } = await start({ area: 'posts', action: 'delete', ids }, person.token)
    const params = { id: body.data._id }
    const seen = async (token: string) =>
      (await app.call('jobs.list', { token })).body.data.pagination.total
    expect(await seen(person.token)).toBe(1)
    expect(await seen(token)).toBe(1)
    expect(await seen(other.token)).toBe(0)
    for (const name of ['details', 'failures', 'pause', 'resume', 'cancel', 'undo'] as const) {
      const answer = await app.call(`jobs.${name}`, { token: other.token, params })
      expect([name, answer.status]).toEqual([name, 404])
    }
    expect((await app.call('jobs.details', { token, params: { id: 'x' } })).status).toBe(404)
  })

  test('several at once take turns, and a record that both want changes once', async () => {
    const ids = await makePosts(app.db, 1_000, 'both')
    const jobs = await Promise.all([
      start({ area: 'posts', action: 'delete', ids }),
      start({ area: 'posts', action: 'delete', all: { query: {} } }),
    ])
    const results = await Promise.all(jobs.map(({ body }) => ended(body.data._id)))
    expect(results.map((job) => job.changed + job.unchanged)).toEqual([1_000, 1_000])
    expect((results[0]?.changed ?? 0) + (results[1]?.changed ?? 0)).toBe(1_000)
  })
})
