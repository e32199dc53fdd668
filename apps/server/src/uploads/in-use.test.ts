import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderStorage } from '../storage/folder.ts'
import { oneEngine } from '../testing/database.ts'
import { create } from '../testing/factories.ts'
import { form, redAndBlue } from '../testing/pictures.ts'
import { startTestApp, type TestApp } from '../testing/server.ts'
import { uploadedFiles } from './uploaded-files.ts'

describe.each(oneEngine)('pictures that are served on %s', (engine) => {
  let server: TestApp
  let token: string
  let picture: Uint8Array
  beforeAll(async () => {
    server = await startTestApp(engine)
    token = (await server.signIn('owner')).token
    picture = await redAndBlue().png().toBuffer()
  })
  afterAll(() => server.dispose())

  const served = async (url: string) => (await server.app.inject(url)).statusCode
  const addPerson = async () => {
    const fields = { name: 'Pia', email: '', type: 'member', image: picture }
    return (await server.call('users.create', { token, form: form(fields) })).body.data
  }

  test('one that was replaced or taken away is not, the new one is', async () => {
    const { _id: id, image: first } = await addPerson()
    const change = async (image: Uint8Array | string) =>
      (await server.call('users.update', { token, params: { id }, form: form({ id, image }) })).body
        .data.image
    expect(await served(first)).toBe(200)
    const second = await change(picture)
    expect([await served(first), await served(second)]).toEqual([404, 200])
    expect(await change('')).toBeNull()
    expect(await served(second)).toBe(404)
    // Whatever brings the address back brings the picture back.
    await sql`update users set image = ${first} where id = ${id}`.execute(server.db)
    expect(await served(first)).toBe(200)
  })

  test('that of a deleted person is not, nor named by their posts, until they are restored', async () => {
    const { _id: id, image } = await addPerson()
    const [post = ''] = await create(server.db, 'posts', { author_id: id })
    const author = async () => {
      const { body } = await server.call('posts.list', { token, query: { author: id } })
      return body.data.posts.find((each: { _id: string }) => each._id === post)?.author
    }
    expect(await author()).toEqual({ _id: id, name: 'Pia', image })
    await server.call('users.delete', { token, params: { id } })
    expect(await served(image)).toBe(404)
    expect(await author()).toEqual({ _id: id, name: 'Pia', image: null })
    await server.call('users.restore', { token, params: { id } })
    expect(await served(image)).toBe(200)
  })

  test('that of a deleted role is, since the list of deleted roles shows it', async () => {
    const made = await server.call('roles.create', {
      token,
      form: form({ name: 'Painter', image: picture }),
    })
    const { _id: id, image } = made.body.data
    await server.call('roles.delete', { token, params: { id } })
    expect(await served(image)).toBe(200)
  })

  test('those of posts, offers, events and categories are, while these are there', async () => {
    const files = uploadedFiles(folderStorage(server.config.dataDir))
    const [a, b, c, d, nobodys] = await Promise.all(
      Array.from({ length: 5 }, () => files.save(picture, 'png')),
    )
    const [post = ''] = await create(server.db, 'posts', { images: [a ?? ''] })
    await create(server.db, 'shopping_posts', { images: [b ?? ''] })
    await create(server.db, 'events', { image: c ?? '' })
    await create(server.db, 'categories', { image: d ?? '' })
    const all = await Promise.all([a, b, c, d, nobodys].map((url = '') => served(url)))
    expect(all).toEqual([200, 200, 200, 200, 404])
    await server.call('posts.delete', { token, params: { id: post } })
    expect(await served(a ?? '')).toBe(404)
  })

  test('caches keep one for an hour, and its absence not at all', async () => {
    const { image } = await addPerson()
    const caching = async (url: string) => (await server.app.inject(url)).headers['cache-control']
    expect(await caching(image)).toBe('public, max-age=3600')
    expect(await caching(image.replace(/[0-9a-f]{32}/, '0'.repeat(32)))).toBe('no-store')
    expect(await served(image.replace('/uploads/', '/uploads/./'))).toBe(200)
    expect(await served(image.replace('.webp', '.webp%00'))).toBe(404)
    expect(await served('/uploads/..%2fsecret.key')).toBe(404)
  })
})
