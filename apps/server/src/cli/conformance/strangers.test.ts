import { afterEach, describe, expect, test } from 'vitest'
import { foundOf, screenOf, walk } from '../../testing/conformance.ts'
import {
  type SpecOnlyServer,
  specOnlyPassword,
  startSpecOnlyServer,
} from '../../testing/spec-only-server.ts'
import { ownNames } from './config.ts'
import { NoSession } from './sign-in.ts'

let server: SpecOnlyServer
afterEach(() => server.close())
const start = async (otherwise?: Parameters<typeof startSpecOnlyServer>[0]) => {
  server = await startSpecOnlyServer(otherwise)
  return server
}

describe('a server that means no good', () => {
  test('that hangs is left after three requests', async () => {
    const { url } = await start({
      'GET admin/dashboard-user/role': () => {},
      'GET admin/dashboard': (_, response) => void response.write('{'),
      'GET admin/dashboard-user/role/details': () => {},
    })
    const result = await walk(url, { bounds: { timeout: 1_000, maxBytes: 1000 } })
    expect(foundOf(result, 'dashboard.roles')).toBe('differs | no answer within 1 s')
    expect(foundOf(result, 'dashboard.counts')).toBe('differs | no end of it within 1 s')
    expect(foundOf(result, 'tasks.list')).toBe('not tried | the 3 requests before it got no answer')
    expect(foundOf(result, 'session.logout')).toMatch(/^(has|differs)/)
  })

  test('that never ends its answer is read to a bound', async () => {
    const { url } = await start({
      'GET admin/events': (_, response) => {
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(65536)));
        }
        response.on('drain', more)
        more()
      },
    })
    const result = await walk(url, { writes: false })
    expect(foundOf(result, 'events.list')).toBe(
      'differs | status 200 with an answer of more than 1 MB',
    )
  })

  test('that sends back secrets and control characters has neither shown', async () => {
    const words = JSON.stringify({
      message: `\u001b[31m${specOnlyPassword} a token of the spec-only server`,
    })
    const { url } = await start({
      'GET admin/events': (_, response) => response.writeHead(500).end(words),
    })
    const result = await walk(url, { writes: false })
    expect(foundOf(result, 'events.list')).toBe(
      'differs | status 500:  [31m[hidden] [hidden]; 2xx is expected',
    )
  })
})

test('names of its own are read from config.json', async () => {
  const { url } = await start({
    'POST auth/admin-login': (request, response, body) => {
      const { who, password } = JSON.parse(body)
      const takes = who?.mail === 'ada@example.com' && request.headers.authorization === undefined
      const data = { session: { jwt: 'theirs', until: 9e12 } }
      response
        .writeHead(takes && password ? 200 : 400)
        .end(JSON.stringify({ data, message: 'No.' }))
    },
    'GET admin/dashboard-user/role/details': (_, response) => {
      const submodules = [{ name: 'Invoices', actions: { list: true } }]
      response.end(JSON.stringify({ data: [{ module: 'Ops', submodules }] }))
    },
  })
  const config = {
    ...ownNames,
    login: { email: 'who.mail' },
    session: { token: 'session.jwt', tokenExpiry: 'session.until' },
  }
  const unnamed = await walk(url, { config, writes: false })
  expect(foundOf(unnamed, 'permissions.own')).toContain(
    'its modules are Ops; the web app looks for',
  )
  expect(screenOf(unnamed, '/')).toContain('works')
  expect(unnamed.findings.facts[0]).toMatchObject({
    verdict: 'differs',
    words: ['refused with status 400'],
  })
  const names = { modules: { Operations: 'Ops' }, submodules: { Bills: 'Invoices' } }
  const named = await walk(url, { config: { ...config, ...names }, writes: false })
  expect(foundOf(named, 'permissions.own')).toBe('has')
  expect(named.findings.facts).toContainEqual(
    expect.objectContaining({
      verdict: 'not offered',
      words: [expect.stringContaining('Users, Community, Catalogue, System: not among them')],
    }),
  )
  expect(screenOf(unnamed, '(sidebar)')).toBe(
    'doesn’t work: GET admin/dashboard-user/role/details differs',
  )
  await expect(walk(url)).rejects.toThrow(NoSession)
})

test('a second factor is asked for once, and sent along', async () => {
  const codes: unknown[] = []
  const { url } = await start({
    'POST auth/admin-login': (_, response, body) => {
      const { code } = JSON.parse(body)
      codes.push(code)
      response
        .writeHead(401)
        .end(JSON.stringify({ message: 'A code.', data: { secondFactor: true } }))
    },
  })
  const credentials = { email: 'ada@example.com', password: specOnlyPassword }
  const none = walk(url, { credentials: { ...credentials, code: async () => null } })
  await expect(none).rejects.toThrow(/asks for a second factor; give it with --code/)
  let asked = 0
  const code = async () => String(++asked)
  await expect(walk(url, { credentials: { ...credentials, code } })).rejects.toThrow(/A code\./)
  expect(codes).toEqual([undefined, undefined, '1', '1'])
})

test('another origin is asked for as the browser does', async () => {
  const origin = 'https://staff.example.com'
  const allow = (methods: string, headers: string) => ({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': headers,
  })
  const { url } = await start({
    'OPTIONS auth/admin-login': (_, response) =>
      response.writeHead(204, allow('', 'Authorization, Content-Type')).end(),
    'OPTIONS admin/role/update/role': (_, response) =>
      response.writeHead(204, allow('GET', '*')).end(),
  })
  const { findings } = await walk(url, { writes: false, origin })
  const cors = (method: string) =>
    findings.facts.find(({ about }) => about === `CORS: ${method} from ${origin}`)
  expect(cors('POST')).toMatchObject({ verdict: 'has' })
  expect(cors('PATCH')).toMatchObject({
    verdict: 'differs',
    words: ['PATCH isn’t allowed; the header Authorization isn’t allowed'],
  })
  expect(cors('PUT')?.words[0]).toContain('the preflight is answered with status 401')
})

test('a token is looked for in data, then in the whole answer, where config.json says', async () => {
  const { url } = await start({
    'POST auth/admin-login': (_, response) =>
      response.end('{"jwt":"theirs","data":{"until":9e12,"user":{}}}'),
  })
  const session = { token: 'auth.jwt', tokenExpiry: 'until' }
  await expect(walk(url, { config: { ...ownNames, session } })).rejects.toThrow(
    "The sign-in's answer has no token: only data.auth.jwt and auth.jwt were looked at. It has jwt, data.until, data.user. Say where the token stands with --config",
  )
  const config = { ...ownNames, session: { ...session, token: 'jwt' } }
  expect(foundOf(await walk(url, { config, writes: false }), 'session.login')).toBe('has')
})
