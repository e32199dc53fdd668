import { permission } from '@steward/contract/permissions/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'

describe.each(oneEngine)('posts on %s', (engine) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    token = (await app.signIn('owner')).token
  })
  afterAll(() => app.dispose())

  const listed = async () => {
    const { body } = await app.call('posts.list', { token })
    return body.data.posts.map((each: { _id: string }) => each._id)
  }

  test('a post leaves the list and comes back as it was written', async () => {
    const text = '<b>مرحبا</b> &amp; שלום 👩‍👩‍👧 https://example.com'
    const [id = ''] = await create(app.db, 'posts', { text })
    const { status, body } = await app.call('posts.delete', { token, params: { id } })
    expect(status).toBe(200)
    mustFitContract('posts.delete', body)
    expect(body.data.text).toBe(text)
    expect(await listed()).not.toContain(id)
    const back = await app.call('posts.restore', { token, params: { id } })
    expect(back.body.data.text).toBe(text)
    expect(await listed()).toContain(id)
  })

  test('a second delete finds it gone, a second restore changes nothing', async () => {
    const [id = ''] = await create(app.db, 'posts', {})
    await app.call('posts.delete', { token, params: { id } })
    const again = await app.call('posts.delete', { token, params: { id } })
    expect(again.status).toBe(404)
    const first = await app.call('posts.restore', { token, params: { id } })
    const second = await app.call('posts.restore', { token, params: { id } })
    expect(second.body.data).toEqual(first.body.data)
  })

  test('needs the delete permission', async () => {
    const { token } = await app.signIn([permission('Community', 'Feed posts', 'list')])
    const [id = ''] = await create(app.db, 'posts', {})
    expect((await app.call('posts.delete', { token, params: { id } })).status).toBe(403)
    expect((await app.call('posts.restore', { token, params: { id } })).status).toBe(403)
  })
})
