/**
 * An adapter: it lends the web app what a REST server in the manner of json-server 0.17 lacks (signing in,
 * permissions, the paths), and passes everything else on. Run it with `npm run adapter -- ADDRESS`.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { file } from './smallest-server.ts'

// How that server names what a list is asked. It has no call beside the specification.
const query = { page: '_page', limit: '_limit', sort: '_sort', order: '_order', search: 'q' }
const config = { offers: [], query }

// Only what is named here is passed on.
const bills = { name: 'Bills', actions: { list: true, update: true, delete: true } }
const permissions = [{ module: 'Operations', submodules: [bills] }]
const token = randomUUID()
const hours = 3_600_000
const json = { 'content-type': 'application/json' }

/** Answers a call of the web app: by itself, or by what the REST server says. */
async function adapt(rest: string, request: IncomingMessage, url: URL): Promise<Response> {
  let text = ''
  for await (const piece of request) text += piece
  const sent = JSON.parse(text || '{}')
  const refuse = (status: number, message: string) => Response.json({ message }, { status })
  const call = `${request.method} ${url.pathname.replace('/api/', '')}`
  if (call === 'POST auth/admin-login') {
    const isRight = sent.email === 'ada@example.com' && sent.password === 'correct horse'
    if (!isRight) return refuse(401, 'E-mail or password is wrong.')
    return Response.json({ token, tokenExpiry: Date.now() + 8 * hours })
  }
  if (request.headers.authorization !== `Bearer ${token}`) return refuse(401, 'Please sign in.')
  if (call === 'POST admin/logout') return Response.json({})
  if (call === 'GET admin/dashboard-user/role/details') return Response.json(permissions)
  const [, method, path] = /^(GET|PUT|DELETE) admin(\/bills(?:\/[\w-]+)?)$/.exec(call) ?? []
  if (!method) return refuse(404, 'There is no such call.')
  if (method !== 'PUT') return await fetch(rest + path + url.search, { method })
  // What is sent are the fields that change: a PUT of a REST server would take the others away.
  const body = JSON.stringify(sent.data)
  return await fetch(rest + path, { method: 'PATCH', headers: json, body })
}

/**
 * Starts it, with the web app in front of it.
 * @param rest the address of the REST server, without a slash at its end
 * @param port 0 is any free one
 */
export async function startAdapter(
  rest: string,
  port: number,
): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://any')
    try {
      if (url.pathname.startsWith('/api/')) {
        const answer = await adapt(rest, request, url)
        const total = answer.headers.get('x-total-count')
        response.writeHead(answer.status, { ...json, ...(total && { 'x-total-count': total }) })
        response.end(await answer.text())
      } else if (url.pathname === '/config.json') {
        response.writeHead(200, json).end(JSON.stringify(config))
      } else {
        const { type, content } = await file(url.pathname)
        response.writeHead(200, { 'content-type': type }).end(content)
      }
    } catch {
      response.writeHead(502, json).end('{"message":"The REST server behind it gave no answer."}')
    }
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => void server.close().closeAllConnections() }
}

if (import.meta.main) {
  const rest = (process.argv[2] ?? 'http://127.0.0.1:3000').replace(/\/+$/, '')
  const { url } = await startAdapter(rest, Number(process.env['PORT'] ?? 5000))
  console.log(`Sign in at ${url} as ada@example.com, password: correct horse; behind it is ${rest}`)
}
