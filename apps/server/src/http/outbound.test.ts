import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { AddressRefused, openOutbound, whyFailed } from './outbound.ts'
import type { Resolve } from './outbound-lookups.ts'
import { reachOf, readNetworks } from './outbound-networks.ts'

const inside = /leads to this machine or a private network/
const loopback = readNetworks('127.0.0.0/8') ?? []
const bounds = { method: 'POST', timeoutMs: 5_000, maxBytes: 1_024 }

let servers: Server[] = []
afterEach(() => {
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
  servers = []
})
async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as { port: number }).port
}
/** A key and a certificate for a name, signed by itself. */
function certificateFor(name: string): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'steward-certificate-'))
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const made = `-newkey rsa:2048 -nodes -x509 -days 2 -subj /CN=${name} -addext subjectAltName=DNS:${name}`
    execFileSync('openssl', ['req', ...made.split(' '), '-keyout', key, '-out', cert], {
      stdio: 'ignore',
    })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
/** Resolves names into these addresses, one list after another; the last one for ever. */
function answers(...lists: string[][]): Resolve & { asked: number } {
  const resolve = async () => {
    const found = lists[Math.min(resolve.asked, lists.length - 1)] ?? []
    resolve.asked += 1
    return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  resolve.asked = 0
  return resolve
}

test.each([
  'http://127.0.0.1/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://0/',
  'https://127.0.0.1./',
  'https://①②⑦.0.0.1/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b:1::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001::7f00:1]/',
  'https://[fe80::1]/',
  'https://[fec0::1]/',
  'https://[fc00::1]/',
  'https://[fd12:3456::1]/',
  'https://[ff02::1]/',
  'https://0.1.2.3/',
  'https://10.0.0.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://192.0.0.1/',
  'https://198.18.0.1/',
  'https://224.0.0.1/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
])(
  'attack: %s leads inside, and is refused before it is saved and when it is called',
  async (address) => {
    const outbound = openOutbound([])
    await expect(outbound.check(address, 'ada')).rejects.toThrow(inside)
    await expect(outbound.request(address, bounds)).rejects.toThrow(inside)
  },
)

test.each([
  ['a name of this machine', ['127.0.0.1']],
  ['a public address beside a private one', ['8.8.8.8', '10.1.2.3']],
  ['a mapped address', ['::ffff:192.168.0.1']],
  ['NAT64 of a private address', ['64:ff9b::a00:1']],
  ['a link-local address with a zone', ['fe80::1%eth0']],
])('attack: a name that resolves to %s is refused', async (_, addresses) => {
  const outbound = openOutbound([], answers(addresses))
  await expect(outbound.check('https://hooks.example.com/', 'ada')).rejects.toThrow(inside)
  await expect(outbound.request('https://hooks.example.com/', bounds)).rejects.toThrow(inside)
})

test('localhost itself is refused by the resolver of the machine', async () => {
  await expect(openOutbound([]).check('https://localhost/', 'ada')).rejects.toThrow(inside)
})

test('attack: rebinding, a name that leads elsewhere the second time', async () => {
  let isReached = false
  const port = await serve((_, response) => {
    isReached = true
    response.end()
  })
  const resolve = answers(['8.8.8.8'], ['127.0.0.1'])
  const outbound = openOutbound([], resolve)
  await outbound.check(`https://rebinds.example.com:${port}/`, 'ada')
  const refused = outbound.request(`https://rebinds.example.com:${port}/`, bounds)
  await expect(refused).rejects.toThrow(AddressRefused)
  expect(isReached).toBe(false)
})

test('a connection goes to the address that was checked, without asking again', async () => {
  const port = await serve((request, response) => void response.end(request.headers.host))
  const resolve = answers(['127.0.0.1'], ['8.8.8.8'])
  const outbound = openOutbound(loopback, resolve)
  const answer = await outbound.request(`http://inside.example.com:${port}/`, bounds)
  expect(answer.body.toString()).toBe(`inside.example.com:${port}`)
  expect(resolve.asked).toBe(1)
})

test('attack: a redirect to a private address is an answer, and not followed', async () => {
  let calls = 0
  const port = await serve((_, response) => {
    calls += 1
    response.writeHead(307, { location: `http://127.0.0.1:${port}/inside` }).end()
  })
  const outbound = openOutbound(loopback)
  const { status, headers } = await outbound.request(`http://127.0.0.1:${port}/`, bounds)
  expect([status, headers.get('location')]).toEqual([307, `http://127.0.0.1:${port}/inside`])
  const answer = await outbound.fetch(`http://127.0.0.1:${port}/`)
  expect([answer.status, calls]).toEqual([307, 2])
})

test.each([
  ['https://somebody:word@example.com/', /must not hold a name or password/],
  ['https://127.0.0.1#@example.com/', inside],
  ['ftp://example.com/', /must be an address such as https/],
  ['file:///etc/passwd', /must be an address such as https/],
  ['example.com', /must be an address such as https/],
  ['https://', /must be an address such as https/],
])('%s is refused', async (address, why) => {
  const outbound = openOutbound([], answers(['8.8.8.8']))
  await expect(outbound.check(address, 'ada')).rejects.toThrow(why)
})

test('without TLS only allowed private networks are called', async () => {
  const outbound = openOutbound(loopback, answers(['8.8.8.8']))
  await expect(outbound.check('http://example.com/', 'ada')).rejects.toThrow(
    /must begin with https/,
  )
  await expect(outbound.check('http://8.8.8.8/', 'ada')).rejects.toThrow(/must begin with https/)
  await expect(outbound.request('http://8.8.8.8/', bounds)).rejects.toThrow(/must begin with https/)
  await outbound.check('https://example.com/', 'ada')
  await outbound.check('http://127.0.0.1/', 'ada')
  await expect(outbound.check('http://10.0.0.1/', 'ada')).rejects.toThrow(inside)
})

test('a name that is unknown is refused before it is saved', async () => {
  const resolve = async () => {
    throw Object.assign(new Error(), { code: 'ENOTFOUND' })
  }
  const outbound = openOutbound([], resolve)
  await expect(outbound.check('https://nowhere.example.com/', 'ada')).rejects.toThrow(
    /can’t be found/,
  )
  const failed = outbound.request('https://nowhere.example.com/', bounds)
  expect(String(whyFailed(await failed.catch((error) => error)))).toBe(
    'The machine’s name was not found.',
  )
})

test('attack: names without end that nobody answers: waiting is bounded, and others have their turns', async () => {
  const asked: string[] = []
  const silent: ((found: []) => void)[] = []
  const resolve: Resolve = (name) => {
    asked.push(name)
    if (name.startsWith('good')) return Promise.resolve([{ address: '8.8.8.8', family: 4 }])
    return new Promise((answer) => silent.push(answer))
  }
  const outbound = openOutbound([], resolve, { concurrency: 2, waiting: 3, timeoutMs: 200 })
  const check = (name: string, caller: string) =>
    outbound.check(`https://${name}.example.com/`, caller).then(
      () => 'found',
      (error) => String(error.said),
    )
  const mallory = [1, 2, 3, 4, 5].map((n) => check(`slow-${n}`, 'mallory'))
  const late = /could not be looked up in time; try again/
  // Beyond what may wait somebody is refused at once.
  expect(await mallory[4]).toMatch(late)
  expect(asked).toEqual(['slow-1.example.com'])
  expect(await check('good-1', 'ada')).toBe('found')
  for (const waited of await Promise.all(mallory)) expect(waited).toMatch(late)
  const failed = outbound.request('https://slow-1.example.com/', { ...bounds, caller: 'ada' })
  expect(String(whyFailed(await failed.catch((error) => error)))).toBe(
    'The machine’s name could not be looked up in time.',
  )
  // Who gave up waiting takes no turn later.
  for (const answer of silent) answer([])
  expect(await check('good-2', 'mallory')).toBe('found')
  expect(asked).toEqual(['slow-1', 'good-1', 'good-2'].map((name) => `${name}.example.com`))
})

test('attack: a machine that is not the one of the name has no certificate for it', async () => {
  const { key, cert } = certificateFor('hooks.example.com')
  const server = createTlsServer({ key, cert }, (_, response) => void response.end('inside'))
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  const usual = getCACertificates('default')
  setDefaultCACertificates([...usual, cert])
  try {
    const outbound = openOutbound(loopback, answers(['127.0.0.1']))
    const { body } = await outbound.request(`https://hooks.example.com:${port}/`, bounds)
    expect(body.toString()).toBe('inside')
    const other = outbound.request(`https://other.example.com:${port}/`, bounds)
    const why = whyFailed(await other.catch((error) => error))
    expect(String(why)).toBe('There was no secure connection (ERR_TLS_CERT_ALTNAME_INVALID).')
  } finally {
    setDefaultCACertificates(usual)
  }
})

test('attack: an endless answer is cut, or a failure', async () => {
  const port = await serve((_, response) => {
    const more = () => response.write('x'.repeat(64_000), () => setImmediate(more))
    response.writeHead(200)
    more()
  })
  const outbound = openOutbound(loopback)
  const { status, body } = await outbound.request(`http://127.0.0.1:${port}/`, {
    ...bounds,
    cuts: true,
  })
  expect([status, body.length]).toEqual([200, 1_024])
  const failed = await outbound.fetch(`http://127.0.0.1:${port}/`).catch((error) => error)
  expect(String(whyFailed(failed))).toBe('The answer was too long.')
})

test('attack: an answer in drips holds nobody beyond the time, and one that never comes is a failure', async () => {
  const port = await serve((request, response) => {
    if (request.url === '/silent') return
    response.writeHead(201)
    response.write('a')
  })
  const outbound = openOutbound(loopback)
  const short = { ...bounds, timeoutMs: 300 }
  const drips = await outbound.request(`http://127.0.0.1:${port}/`, { ...short, cuts: true })
  expect([drips.status, drips.body.toString()]).toEqual([201, 'a'])
  for (const path of ['', 'silent']) {
    const failed = outbound.request(`http://127.0.0.1:${port}/${path}`, short)
    const why = whyFailed(await failed.catch((error) => error))
    expect(String(why)).toBe('There was no answer in time.')
  }
})

test('attack: headers can’t be added by line breaks', async () => {
  const outbound = openOutbound(loopback)
  const headers = { 'webhook-id': 'a\r\nx-injected: yes' }
  const failed = outbound.request('http://127.0.0.1:9/', { ...bounds, headers })
  await expect(failed).rejects.toThrow(/Invalid character in header/)
})

test('a library gets what it asks for, and its own errors', async () => {
  const port = await serve((request, response) => {
    const status = request.url === '/none' ? 204 : 200
    response.writeHead(status, { 'x-method': request.method ?? '' })
    request.pipe(response)
  })
  const outbound = openOutbound(loopback)
  const body = new URLSearchParams({ grant: 'code' })
  const answer = await outbound.fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body })
  expect([answer.headers.get('x-method'), await answer.text()]).toEqual(['POST', 'grant=code'])
  expect((await outbound.fetch(new URL(`http://127.0.0.1:${port}/none`))).status).toBe(204)
  await expect(outbound.fetch('https://10.0.0.1/')).rejects.toThrow(AddressRefused)
  const stopped = outbound.fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.abort('gone') })
  await expect(stopped).rejects.toBe('gone')
})

test('networks are allowed one by one, or all', () => {
  expect(reachOf('10.1.2.3', readNetworks('10.0.0.0/8, 192.168.7.5') ?? [])).toBe('allowed')
  expect(reachOf('192.168.7.6', readNetworks('10.0.0.0/8, 192.168.7.5') ?? [])).toBe('refused')
  expect(reachOf('::ffff:10.1.2.3', readNetworks('10.0.0.0/8') ?? [])).toBe('allowed')
  expect(reachOf('fd00::1', readNetworks('fd00::/8') ?? [])).toBe('allowed')
  expect(reachOf('fd00::1', readNetworks('10.0.0.0/8') ?? [])).toBe('refused')
  expect(reachOf('127.0.0.1', readNetworks('true') ?? [])).toBe('allowed')
  for (const public_ of ['8.8.8.8', '2606:4700::1111', '64:ff9b::808:808', '::ffff:8.8.8.8'])
    expect(reachOf(public_, [])).toBe('public')
  for (const wrong of ['', '10', '10/8', '10.0.0.0/33', '10.0.0.0/8/8', 'true,10.0.0.0/8', 'a'])
    expect(readNetworks(wrong)).toBeUndefined()
})
