import { permission } from '@steward/contract/permissions/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'

describe.each(oneEngine)('shopping posts on %s', (engine) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    token = (await app.signIn('owner')).token
  })
  afterAll(() => app.dispose())

  test('delete sets deletedAt once, restore clears it', async () => {
    const [id = ''] = await create(app.db, 'shopping_posts', {})
    const params = { id }
    const { status, body } = await app.call('shoppingPosts.delete', { token, params })
    expect(status).toBe(200)
    mustFitContract('shoppingPosts.delete', body)
    expect(Math.abs(Date.now() - Date.parse(body.data.deletedAt))).toBeLessThan(60_000)
    const again = await app.call('shoppingPosts.delete', { token, params })
    expect(again.body.data).toEqual(body.data)
    const deleted = await app.call('shoppingPosts.list', { token, query: { includeDeleted: true } })
    expect(deleted.body.data.posts[0]).toEqual(body.data)
    expect((await app.call('shoppingPosts.list', { token })).body.data.posts).toEqual([])
    const back = await app.call('shoppingPosts.restore', { token, params })
    expect(back.body.data).toMatchObject({ _id: id, deletedAt: null })
    expect((await app.call('shoppingPosts.restore', { token, params })).status).toBe(200)
  })

  test('takes a status of its own, but not while deleted', async () => {
    const [id = ''] = await create(app.db, 'shopping_posts', {})
    const params = { id }
    const set = (status: unknown) =>
      app.call('shoppingPosts.status', { token, params, body: { status } })
    expect((await set('sold')).body.data.status).toBe('sold')
    expect((await set('gone')).body.errors[0].path).toBe('status')
    await app.call('shoppingPosts.delete', { token, params })
    expect((await set('available')).status).toBe(404)
  })

  test('each call needs its own permission', async () => {
    const { token } = await app.signIn([permission('Catalogue', 'Shopping posts', 'delete')])
    const [id = ''] = await create(app.db, 'shopping_posts', {})
    const params = { id }
    expect((await app.call('shoppingPosts.delete', { token, params })).status).toBe(200)
    expect((await app.call('shoppingPosts.restore', { token, params })).status).toBe(403)
    const body = { status: 'sold' }
    expect((await app.call('shoppingPosts.status', { token, params, body })).status).toBe(403)
    const params404 = { id: 'nobody' }
    const gone = await app.call('shoppingPosts.delete', { token, params: params404 })
    expect(gone.status).toBe(404)
  })
})
