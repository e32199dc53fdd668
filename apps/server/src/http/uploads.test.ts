import { readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../testing/database.ts'
import { nextNumber } from '../testing/factories.ts'
import { granting } from '../testing/grants.ts'
import { form, noise, redAndBlue } from '../testing/pictures.ts'
import { mustFitContract, startTestApp, type TestApp } from '../testing/server.ts'

describe.each(oneEngine)('forms with files on %s', (engine) => {
  let server: TestApp
  let owner: string
  let picture: Uint8Array
  let port: number
  beforeAll(async () => {
    server = await startTestApp(engine)
    owner = (await server.signIn('owner')).token
    picture = await redAndBlue().jpeg().toBuffer()
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    port = (server.app.server.address() as AddressInfo).port
  })
  afterAll(() => server.dispose())

  const filesKept = async () => (await readdir(join(server.config.dataDir, 'uploads'))).length
  const roleForm = (fields: Parameters<typeof form>[0]) =>
    server.call('roles.create', {
      token: owner,
      form: form({ name: `Form ${nextNumber()}`, ...fields }),
    })

  test('a picture comes small where that is asked for, and whole otherwise', async () => {
    const { body } = await roleForm({ image: await noise(300, 300).png().toBuffer() })
    const [whole, small] = await Promise.all(
      ['', '?small'].map((query) => server.app.inject(`${body.data.image}${query}`)),
    )
    const sizes = [whole, small].map(async (answer) => {
      expect(answer?.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=3600',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      const { format, width, height } = await sharp(answer?.rawPayload).metadata()
      return [format, width, height]
    })
    expect(await Promise.all(sizes)).toEqual([
      ['webp', 300, 300],
      ['webp', 64, 64],
    ])
    const none = await server.app.inject(`/uploads/${'0'.repeat(32)}.webp?small`)
    expect(none.statusCode).toBe(404)
  })

  test('a picture that is small already comes as it is', async () => {
    const { body } = await roleForm({ image: await redAndBlue(20, 20).png().toBuffer() })
    const [whole, small] = await Promise.all(
      ['', '?small'].map((query) => server.app.inject(`${body.data.image}${query}`)),
    )
    expect((await sharp(small?.rawPayload).metadata()).width).toBe(20)
    expect(small?.rawPayload.length).toBeLessThanOrEqual(whole?.rawPayload.length ?? 0)
  })

  test('a role with permissions as JSON text and a picture', async () => {
    const permissions = granting('Operations · Bills · list')
    const { status, body } = await roleForm({
      description: '',
      permissions: JSON.stringify(permissions),
      image: picture,
    })
    expect(status).toBe(201)
    mustFitContract('roles.create', body)
    expect(body.data.permissions).toEqual(permissions)
    expect(body.data.description).toBeNull()
    expect(body.data.image).toMatch(/^\/uploads\/[0-9a-f]{32}\.webp$/)
    const served = await server.app.inject(body.data.image)
    expect(served.statusCode).toBe(200)
    expect(served.headers['content-type']).toBe('image/webp')
  })

  test('a JSON part sent as a file of its own is read too', async () => {
    const json = new Blob([JSON.stringify(granting('Roles · Roles · list'))], {
      type: 'application/json',
    })
    const { status, body } = await roleForm({ permissions: json })
    expect(status).toBe(201)
    expect(body.data.permissions).toEqual(granting('Roles · Roles · list'))
  })

  test('version and _id come as text', async () => {
    const { body } = await roleForm({})
    const update = (version: string) =>
      server.call('roles.update', {
        token: owner,
        form: form({ _id: body.data._id, version, description: `v${version}`, image: picture }),
      })
    expect((await update('1')).status).toBe(200)
    const late = await update('1')
    expect(late.body.code).toBe('out_of_date')
    expect(late.body.data.version).toBe(2)
    const wrong = await update('one')
    expect(wrong.status).toBe(422)
    expect(wrong.body.errors).toEqual([{ path: 'version', msg: 'Must be JSON text' }])
  })

  test('another picture, none, and a text where a file should be', async () => {
    const { body } = await roleForm({ image: picture })
    const { _id, image } = body.data
    const other = await server.call('roles.updateImage', {
      token: owner,
      form: form({ _id, image: await redAndBlue(80, 80).png().toBuffer() }),
    })
    expect(other.status).toBe(200)
    expect(other.body.data.image).not.toBe(image)

    const same = await server.call('roles.updateImage', {
      token: owner,
      body: { _id, image: other.body.data.image },
    })
    expect(same.body.data).toEqual(other.body.data)
    const text = await server.call('roles.updateImage', {
      token: owner,
      body: { _id, image: 'https://elsewhere.example/x.png' },
    })
    expect(text.status).toBe(422)
    expect(text.body.errors).toEqual([{ path: 'image', msg: 'Must be a file' }])
    const missing = await server.call('roles.updateImage', { token: owner, body: { _id } })
    expect(missing.body.errors).toEqual([{ path: 'image', msg: 'Is required' }])
    const none = await server.call('roles.updateImage', {
      token: owner,
      form: form({ _id, image: '' }),
    })
    expect(none.body.data.image).toBeNull()
  })

  test.each([
    ['an SVG named .png', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
    ['HTML named .png', () => Buffer.from('<!doctype html><p>hello'), 415],
    ['half a JPEG', () => picture.subarray(0, picture.length / 2), 422],
    ['6 MB', () => Buffer.alloc(6 * 1_048_576, 1), 413],
    ['a file of 0 bytes', () => Buffer.alloc(0), 422],
  ])('%s is refused at the field, and nothing is written', async (_, bytes, expected) => {
    const before = await filesKept()
    const name = `Refused ${nextNumber()}`
    const { status, body } = await roleForm({ name, image: bytes() })
    expect(status).toBe(expected)
    expect(body.errors).toMatchObject([{ path: 'image' }])
    expect(await filesKept()).toBe(before)
    const found = await server.call('roles.list', { token: owner, query: { name } })
    expect(found.body.data.roles).toEqual([])
  })

  test('no file chosen, as a browser sends it, is no picture', async () => {
    const { status, body } = await server.call('roles.create', {
      token: owner,
      form: form({ name: `None ${nextNumber()}`, image: new Uint8Array() }, ''),
    })
    expect([status, body.data?.image]).toEqual([201, null])
  })

  test('a request that is refused afterwards leaves no file', async () => {
    const first = await roleForm({ image: picture })
    const before = await filesKept()
    const taken = await roleForm({ name: first.body.data.name.toUpperCase(), image: picture })
    expect(taken.status).toBe(409)
    const late = await server.call('roles.update', {
      token: owner,
      form: form({ _id: first.body.data._id, version: '9', image: picture }),
    })
    expect(late.status).toBe(409)
    expect(await filesKept()).toBe(before)
  })

  test('a picture of exactly 5 MB is taken as far as its size goes', async () => {
    const bytes = Buffer.alloc(5 * 1_048_576)
    bytes.set(await noise(50, 50).png().toBuffer())
    const { status } = await roleForm({ image: bytes })
    expect(status).not.toBe(413)
  })

  test.each([
    ['a second file', { image: 'twice' }, 'image', 'Must be one file'],
    ['a file in a field of text', { description: 'file' }, 'description', 'Can’t be a file'],
  ])(
    '%s is refused at the field',
    async (_, { image, description }: { image?: string; description?: string }, path, msg) => {
      const data = form({ name: `Files ${nextNumber()}`, image: picture })
      if (image) data.append('image', new Blob([new Uint8Array(picture)]), 'b.png')
      if (description)
        data.append('description', new Blob(['text'], { type: 'text/plain' }), 'b.txt')
      const { status, body } = await server.call('roles.create', { token: owner, form: data })
      expect(status).toBe(422)
      expect(body.errors).toEqual([{ path, msg }])
    },
  )

  test('a field sent twice is no text', async () => {
    const data = form({ name: 'one' })
    data.append('name', 'two')
    const { status, body } = await server.call('roles.create', { token: owner, form: data })
    expect(status).toBe(422)
    expect(body.errors).toEqual([{ path: 'name', msg: 'Must be text' }])
  })

  const raw = (contentType: string, payload: string | Buffer) =>
    server.app.inject({
      method: 'POST',
      url: '/api/admin/role/create/role',
      headers: { authorization: `Bearer ${owner}`, 'content-type': contentType },
      payload,
    })
  const part = (headers: string, text: string) => `--b\r\n${headers}\r\n\r\n${text}\r\n`
  const field = (name: string, text: string) =>
    part(`Content-Disposition: form-data; name="${name}"`, text)

  test.each([
    ['without a boundary', 'multipart/form-data', field('name', 'x'), 400],
    ['cut off in a field', 'multipart/form-data; boundary=b', field('name', 'x').slice(0, -3), 400],
    [
      'cut off in a file',
      'multipart/form-data; boundary=b',
      `${field('name', 'x')}--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nGIF89a`,
      400,
    ],
    ['of nothing', 'multipart/form-data; boundary=b', '', 422],
    ['of garbage', 'multipart/form-data; boundary=b', 'garbage', 400],
    [
      'with a key of every object',
      'multipart/form-data; boundary=b',
      `${field('__proto__', 'x')}--b--\r\n`,
      400,
    ],
    [
      'with such a key in its JSON',
      'multipart/form-data; boundary=b',
      `${field('name', 'x')}${field('permissions', '[{"__proto__":{"module":"Roles"}}]')}--b--\r\n`,
      422,
    ],
    [
      'with JSON that is none',
      'multipart/form-data; boundary=b',
      `${field('name', 'x')}${field('permissions', '[{')}--b--\r\n`,
      422,
    ],
    [
      'with a field of 2 MB',
      'multipart/form-data; boundary=b',
      `${field('name', 'n'.repeat(2_000_000))}--b--\r\n`,
      413,
    ],
    [
      'with fields of 2 MB together',
      'multipart/form-data; boundary=b',
      `${Array.from({ length: 4 }, (_, i) => field(`f${i}`, 'n'.repeat(500_000))).join('')}--b--\r\n`,
      413,
    ],
    [
      'of 300 fields',
      'multipart/form-data; boundary=b',
      `${Array.from({ length: 300 }, (_, i) => field(`f${i}`, 'n')).join('')}--b--\r\n`,
      413,
    ],
  ])('a form %s', async (_, contentType, payload, expected) => {
    const { statusCode, body } = await raw(contentType, payload)
    expect(statusCode).toBe(expected)
    expect(JSON.parse(body).message).toMatch(/\.$/)
  })

  test('the contract describes the form', async () => {
    const { paths } = (await server.app.inject('/api/openapi.json')).json()
    const { content } = paths['/admin/user/update/{id}'].put.requestBody
    expect(Object.keys(content)).toEqual(['application/json', 'multipart/form-data'])
    const { properties } = content['multipart/form-data'].schema
    expect(properties.image).toEqual({ type: 'string', format: 'binary' })
    expect(Object.keys(properties)).toEqual(
      Object.keys(content['application/json'].schema.properties),
    )
  })

  test('a call without files takes no form', async () => {
    const { status, body } = await server.call('roles.updateStatus', {
      token: owner,
      form: form({ _id: 'x', status: 'active' }),
    })
    expect(status).toBe(415)
    expect(body.code).toBe('unsupported_media_type')
  })

  test('who may not is told so before a byte of the form is read', async () => {
    const { token } = await server.signIn([])
    const { status } = await server.call('roles.create', {
      token,
      form: form({ name: 'x', image: picture }),
    })
    expect(status).toBe(403)
  })

  test('20 MB over the wire get their answer, and the connection goes on', async () => {
    const url = `http://127.0.0.1:${port}/api/admin/role/create/role`
    const headers = { authorization: `Bearer ${owner}` }
    const image = new Uint8Array(20 * 1_048_576)
    const large = await fetch(url, {
      method: 'POST',
      headers,
      body: form({ name: `Large ${nextNumber()}`, image }),
    })
    expect(large.status).toBe(413)
    const body = (await large.json()) as { errors: unknown }
    expect(body.errors).toEqual([{ path: 'image', msg: 'Must have at most 5 MB' }])
    const small = await fetch(url, {
      method: 'POST',
      headers,
      body: form({ name: `Small ${nextNumber()}`, image: picture }),
    })
    expect(small.status).toBe(201)
  })

  test('a client that goes away in the middle of a file leaves nothing behind', async () => {
    const before = await filesKept()
    await new Promise<void>((done, fail) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `POST /api/admin/role/create/role HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n${field('name', 'gone')}--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n`,
        )
        socket.write(picture, () => socket.destroy())
      })
      socket.on('close', () => done())
      socket.on('error', fail)
    })
    expect((await server.call('permissions.own', { token: owner })).status).toBe(200)
    expect(await filesKept()).toBe(before)
  })
})
