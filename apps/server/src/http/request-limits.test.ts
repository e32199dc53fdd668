import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usualEngine } from '../testing/database.ts'
import { create } from '../testing/factories.ts'
import { startTestApp, type TestApp } from '../testing/server.ts'
import { openRaw } from '../testing/sockets.ts'

const MB = 1_048_576

describe('what a request may cost before anybody knows who sends it', { timeout: 15_000 }, () => {
  let t: TestApp
  let port: number
  let owner: string
  const logged: string[] = []
  beforeAll(async () => {
    t = await startTestApp(
      usualEngine,
      {},
      {
        logger: pino({ level: 'warn' }, { write: (line) => void logged.push(line) }),
        requests: {
          headersMs: 500,
          checkMs: 50,
          bodyMs: 1_000,
          uploadMs: 1_500,
          wholeMs: 60_000,
          uploadWindowMs: 400,
          uploadWindowBytes: 1_000,
          drainMs: 500,
        },
      },
    )
    owner = (await t.signIn('owner')).token
    await t.app.listen({ port: 0, host: '127.0.0.1' })
    port = (t.app.server.address() as AddressInfo).port
  })
  afterAll(() => t.dispose())

  const head = (path: string, ...headers: string[]) =>
    [`${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n')
  const passkeyOptions = 'POST /api/auth/admin-passkey-options'
  const createRole = 'POST /api/admin/role/create/role'
  const part = (name: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\n\r\n`
  const asOwner = () => `Authorization: Bearer ${owner}`
  const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

  /** Sends something now and then until the connection is closed. @returns what came, and when */
  const drip = async (start: string, piece: string | Uint8Array, everyMs: number) => {
    const began = performance.now()
    const { socket, closed } = openRaw(port, start)
    const timer = setInterval(() => socket.write(piece), everyMs)
    const text = await closed
    clearInterval(timer)
    return { text, ms: performance.now() - began }
  }

  test.each([
    ['br', brotliCompressSync],
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['x-gzip', gzipSync],
    ['gzip, br', gzipSync],
  ])('class: decompression bomb (%s) is not inflated', async (encoding, compress) => {
    const payload = compress(Buffer.alloc(MB, 32))
    for (const [path, type] of [
      ['auth/admin-passkey-options', 'application/octet-stream'],
      ['auth/admin-passkey-options', undefined],
      ['auth/admin-login', 'application/json'],
    ]) {
      const { statusCode, body } = await t.app.inject({
        method: 'POST',
        url: `/api/${path}`,
        headers: { 'content-encoding': encoding, ...(type ? { 'content-type': type } : {}) },
        payload,
      })
      expect([statusCode, JSON.parse(body).code]).toEqual([415, 'unsupported_media_type'])
    }
  })

  test('a body that says of itself that it is not compressed is read', async () => {
    const answer = await t.call('session.login', {
      body: { email: 'a@example.com', password: 'x' },
      headers: { 'content-encoding': 'identity' },
    })
    expect(answer.status).toBe(401)
  })

  test('class: endless body, to a call that takes none', async () => {
    const declared = await openRaw(
      port,
      head(passkeyOptions, 'Content-Type: text/plain', `Content-Length: ${40 * MB}`),
      Buffer.alloc(40 * MB),
    ).closed
    expect(declared).toMatch(/^HTTP\/1\.1 413 .*"code":"too_large"/s)
    const small = await t.app.inject({
      method: 'POST',
      url: '/api/auth/admin-passkey-options',
      headers: { 'content-type': 'text/plain' },
      payload: 'passed over',
    })
    expect(small.statusCode).toBe(200)
  })

  test.each([
    ['a refused form', () => head(createRole, 'Content-Type: multipart/form-data; boundary=b')],
    ['an import', () => head('POST /api/admin/imports?area=bills&name=a.csv')],
    ['an unknown call', () => head('POST /api/nothing', 'Content-Type: text/plain')],
    ['a GET', () => head('GET /api/openapi.json')],
  ])('class: endless body, behind the answer to %s', async (_, start) => {
    // In chunks that never end; the server hangs up after the bound, long before all is sent.
    const chunked = start().replace('Host: x', 'Host: x\r\nTransfer-Encoding: chunked')
    const { socket, closed } = openRaw(port, chunked)
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(MB), Buffer.from('\r\n')])
    let sent = 0
    const send = () => {
      while (!socket.destroyed && sent < 200) {
        sent += 1
        if (!socket.write(chunk)) return void socket.once('drain', send)
      }
    }
    send()
    expect(await closed).toMatch(/^HTTP\/1\.1 (200|401|413) /)
    expect(socket.bytesWritten).toBeLessThan(100 * MB)
  })

  test('class: slow body is given up, with a clear answer', async () => {
    const json = head(
      'POST /api/auth/admin-login',
      'Content-Type: application/json',
      'Content-Length: 500',
    )
    const { text } = await drip(`${json}{`, ' ', 50)
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
    expect(text).toMatch(/cache-control: no-store/i)
    expect(text).toMatch(/connection: close/i)
    expect(text).toContain('"code":"timed_out"')
    const none = head(passkeyOptions, 'Content-Type: text/plain', 'Content-Length: 500')
    expect((await drip(none, ' ', 50)).text).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('class: slow body behind an answer that was given', async () => {
    const json = head(createRole, 'Content-Type: application/json', 'Content-Length: 5000')
    const { text } = await drip(json, ' ', 50)
    expect(text).toMatch(/^HTTP\/1\.1 401 /)
  })

  test.each([
    [
      'form',
      () => [
        head(
          createRole,
          asOwner(),
          'Content-Type: multipart/form-data; boundary=b',
          'Content-Length: 4000000',
        ),
        part('image'),
      ],
    ],
    [
      'import',
      () => [
        head(
          'POST /api/admin/imports?area=bills&name=a.csv',
          asOwner(),
          'Content-Type: application/octet-stream',
          'Content-Length: 4000000',
        ),
      ],
    ],
  ])('class: slow upload of a(n) %s, below the minimum rate or over the time', async (_, start) => {
    const slow = await drip(start().join(''), 'x', 50)
    expect(slow.text).toMatch(/^HTTP\/1\.1 408 .*"code":"timed_out"/s)
    // Fast enough at each moment, and yet never done.
    const endless = await drip(start().join(''), 'x'.repeat(500), 50)
    expect(endless.text).toMatch(/^HTTP\/1\.1 408 .*"code":"timed_out"/s)
    expect(endless.ms).toBeGreaterThan(1_400)
    expect(slow.ms).toBeLessThan(endless.ms)
  })

  test('class: slow headers, and a connection that says nothing', async () => {
    const slow = await drip('POST /api/auth/admin-login HTTP/1.1\r\nHost: x\r\n', 'X-A: b\r\n', 100)
    expect(slow.text).toMatch(/^HTTP\/1\.1 408 .*cache-control: no-store.*"code":"timed_out"/s)
    await openRaw(port).closed
  })

  test('class: a body cut off by the client is no error in the log', async () => {
    logged.length = 0
    const cut = [
      head('POST /api/auth/admin-login', 'Content-Type: application/json', 'Content-Length: 500'),
      head(passkeyOptions, 'Content-Type: text/plain', 'Content-Length: 500'),
      head(
        createRole,
        asOwner(),
        'Content-Type: multipart/form-data; boundary=b',
        'Content-Length: 500',
      ) + part('image'),
      head(
        'POST /api/admin/imports?area=bills&name=a.csv',
        asOwner(),
        'Content-Type: application/octet-stream',
        'Content-Length: 500',
      ),
    ]
    for (const start of cut) {
      const { socket, closed } = openRaw(port, `${start}a,b`)
      await pause(60)
      socket.destroy()
      await closed
    }
    await pause(60)
    expect((await t.call('permissions.own', { token: owner })).status).toBe(200)
    expect(logged).toEqual([])
  })

  test.each([
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=b',
    'text/plain',
    'text/plain; charset=utf-8',
    'application/json',
    'nonsense',
  ])('a call without a body is one, whatever it says of its type: %s', async (type) => {
    const typed = { authorization: `Bearer ${owner}`, 'content-type': type }
    const role = async () => {
      const [id = ''] = await create(t.db, 'roles', {
        status: 'deleted',
        status_before_deletion: 'active',
      })
      return `/api/admin/role/restore/deleted/role/${id}`
    }
    const url = await role()
    for (const headers of [typed, { ...typed, 'content-length': '0' }]) {
      const restored = await t.app.inject({ method: 'PATCH', url: await role(), headers })
      expect(restored.statusCode).toBe(200)
      const options = { method: 'POST', url: '/api/auth/admin-passkey-options', headers } as const
      expect((await t.app.inject(options)).statusCode).toBe(200)
      const [bill] = await create(t.db, 'bills', {})
      const gone = await t.app.inject({
        method: 'DELETE',
        url: `/api/admin/bills/${bill}`,
        headers,
      })
      expect(gone.statusCode).toBe(200)
    }
    // In chunks, of which none comes.
    const chunked = [
      asOwner(),
      `Content-Type: ${type}`,
      'Transfer-Encoding: chunked',
      'Connection: close',
    ]
    const { closed } = openRaw(port, head(`PATCH ${url}`, ...chunked), '0\r\n\r\n')
    if (!/^multipart|nonsense/.test(type)) expect(await closed).toMatch(/^HTTP\/1\.1 200 /)
    const filled = await t.app.inject({ method: 'PATCH', url, headers: typed, payload: 'page=1' })
    expect(filled.statusCode).toBe(type === 'application/json' ? 400 : 415)
  })

  test('class: an answer of the HTTP parser or the router that may be stored', async () => {
    const sent: [string, string, number][] = [
      ['a broken escape', head('GET /api/%zz', 'Connection: close'), 400],
      [
        'an over-long id',
        head(`GET /api/admin/user/details/${'x'.repeat(600)}`, 'Connection: close'),
        400,
      ],
      ['the root of the API', head('GET /api', 'Connection: close'), 404],
      ['an unknown call', head('GET /api/nothing', 'Connection: close'), 404],
      ['another method', head('PUT /api/auth/admin-login', 'Connection: close'), 405],
      ['no HTTP', 'NONSENSE\r\n\r\n', 400],
      ['an over-long header', head('GET /api/admin/bills', `X-Long: ${'x'.repeat(20_000)}`), 431],
      ['an over-long address', head(`GET /api/${'x'.repeat(20_000)}`), 431],
    ]
    for (const [what, text, status] of sent) {
      const came = await openRaw(port, text).closed
      expect([what, came.slice(0, 13)]).toEqual([what, `HTTP/1.1 ${status} `])
      const [headers = '', body = ''] = came.split('\r\n\r\n')
      const { template: _, params: __, ...said } = JSON.parse(body)
      expect([what, Object.keys(said)]).toEqual([what, ['message', 'code']])
      for (const name of [
        'cache-control: no-store',
        'x-content-type-options: nosniff',
        'content-security-policy: ',
        'permissions-policy: accelerometer=\\(\\)',
        'referrer-policy: no-referrer',
      ]) {
        expect([what, headers]).toEqual([what, expect.stringMatching(new RegExp(name, 'i'))])
      }
    }
  })
})
