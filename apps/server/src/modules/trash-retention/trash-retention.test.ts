import { areas as contract } from '@steward/contract/areas/areas'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '../../areas.ts'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'
import { purgeExpired } from './purge-expired.service.ts'

const names = Object.keys(contract) as (keyof typeof contract)[]
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

describe.each(oneEngine)('the trash on %s', (engine) => {
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

  const tableOf = (name: (typeof names)[number]) =>
    areas.all.find((area) => area.name === name)?.listing.table as 'posts'
  const rowsIn = async (name: (typeof names)[number], query: Record<string, unknown>) => {
    const { status, body } = await app.call(`${name}.list`, { token, query })
    expect([name, status]).toEqual([name, 200])
    mustFitContract(`${name}.list`, body)
    const rows = Array.isArray(body.data) ? body.data : Object.values(body.data).find(Array.isArray)
    return {
      rows: rows as { _id: string }[],
      total: (body.data.pagination ?? body.pagination).total,
    }
  }
  const entriesOf = async (record: string) =>
    (await app.call('auditLog.list', { token, query: { record } })).body.data.entries

  test.each(names)(
    '%s: deleted, found with who and when, brought back, deleted for good',
    async (name) => {
      const before = (await rowsIn(name, {})).total
      const [id = ''] = await create(app.db, tableOf(name), {})
      const params = { id }
      const call = (action: 'delete' | 'restore' | 'purge') =>
        app.call(`${name}.${action}`, { token, params })
      const early = await call('purge')
      expect([early.status, early.body.code]).toEqual([409, 'conflict'])
      expect((await call('delete')).status).toBe(200)
      expect((await rowsIn(name, {})).total).toBe(before)
      const only = { deleted: 'only', sort: '-deletedAt' }
      const [found] = (await rowsIn(name, only)).rows
      expect(found).toMatchObject({
        _id: id,
        deletedAt: expect.any(String),
        deletedBy: { _id: me, name: expect.any(String) },
      })
      expect((await call('restore')).status).toBe(200)
      const back = (await rowsIn(name, {})).rows.find((row) => row._id === id)
      expect(back).toBeDefined()
      expect(back).not.toHaveProperty('deletedBy')
      await call('delete')
      const purged = await call('purge')
      mustFitContract(`${name}.purge`, purged.body)
      expect(purged.status).toBe(200)
      expect((await call('restore')).status).toBe(404)
      expect((await rowsIn(name, { deleted: 'all' })).rows.some((row) => row._id === id)).toBe(
        false,
      )
      const entries = await entriesOf(id)
      expect(entries.map(({ action }: { action: string }) => action)).toEqual([
        'purge',
        'delete',
        'restore',
        'delete',
        'create',
      ])
      expect(entries[0].before).toMatchObject({ deletedAt: expect.any(String) })
      expect(entries[0].after).toBeNull()
    },
  )

  test('says how long it keeps what is deleted', async () => {
    const { status, body } = await app.call('trash.settings', { token })
    expect([status, body.data]).toEqual([200, { days: 30 }])
    const forEver = await startTestApp(engine, { trashDays: 0 })
    try {
      const { token: other } = await forEver.signIn('owner')
      const kept = await forEver.call('trash.settings', { token: other })
      expect(kept.body.data).toEqual({ days: 0 })
    } finally {
      await forEver.dispose()
    }
  })

  test('what somebody wrote stays, and is still named, when they are deleted for good', async () => {
    const [author = ''] = await create(app.db, 'users', { name: 'Gone', deleted_at: daysAgo(1) })
    const [post = ''] = await create(app.db, 'posts', { author_id: author, text: 'still here' })
    expect((await app.call('users.purge', { token, params: { id: author } })).status).toBe(200)
    const { rows } = await rowsIn('posts', { search: 'still here' })
    expect(rows[0]).toMatchObject({ _id: post, author: { _id: author } })
  })

  test('a role that somebody still has, and a category with others below it, stay', async () => {
    const [role = ''] = await create(app.db, 'roles', {
      status: 'deleted',
      deleted_at: daysAgo(1),
    })
    const email = 'holder@example.com'
    await create(app.db, 'users', { type: 'admin', email, role_id: role, deleted_at: daysAgo(1) })
    const held = await app.call('roles.purge', { token, params: { id: role } })
    expect([held.status, held.body.message]).toEqual([409, expect.stringContaining('1 person')])
    const [above = ''] = await create(app.db, 'categories', { deleted_at: daysAgo(1) })
    await create(app.db, 'categories', { parent_id: above, deleted_at: daysAgo(1) })
    const kept = await app.call('categories.purge', { token, params: { id: above } })
    expect([kept.status, kept.body.message]).toEqual([
      409,
      expect.stringContaining('deleted subcategory'),
    ])
  })

  test('is emptied of what was deleted long ago, in batches, and of nothing else', async () => {
    const old = Array.from({ length: 300 }, () => ({ deleted_at: daysAgo(31) }))
    const gone = await create(app.db, 'posts', ...old)
    const [young = ''] = await create(app.db, 'posts', { deleted_at: daysAgo(29) })
    const [live = ''] = await create(app.db, 'posts', {})
    const [above = ''] = await create(app.db, 'categories', { deleted_at: daysAgo(40) })
    const [below = ''] = await create(app.db, 'categories', {
      parent_id: above,
      deleted_at: daysAgo(40),
    })
    expect(await purgeExpired(app.db, areas.all, { days: 0 })).toBe(0)
    const purged = await purgeExpired(app.db, areas.all, { days: 30 })
    expect(purged).toBe(302)
    const left = await sql<{ id: string }>`
      select id from posts where id = any(${[...gone, young, live]}::uuid[])
      union all select id from categories where id in (${above}, ${below})
    `.execute(app.db)
    expect(left.rows.map(({ id }) => id).toSorted()).toEqual([young, live].toSorted())
    const [entry] = await entriesOf(gone[0] ?? '')
    expect(entry).toMatchObject({ action: 'purge', actor: null, through: 'job' })
    expect(await purgeExpired(app.db, areas.all, { days: 30 })).toBe(0)
  })
})
