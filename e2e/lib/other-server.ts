import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { permissionModules } from '@steward/contract/permissions'
import { root } from './steward.ts'

/** A call that another server has taken. */
export interface TakenCall {
  call: string
  authorization: string | undefined
  body: unknown
}

/** Somebody else's server: it answers what the specification names, and nothing beyond. */
export interface OtherServer {
  url: string
  taken: TakenCall[]
  close(): Promise<void>
}

const built = join(root, 'apps', 'web', 'dist')
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

const many = (count: number, one: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => one(index + 1))

/** The answers of section 7 of the specification, with the fields of section 3 alone. */
function makeAnswers(): Record<string, (body: unknown) => object> {
  const roles = many(3, (n) => ({ _id: `r${n}`, name: `Role ${n}`, status: 'active' }))
  let posts = many(40, (n) => ({ _id: `p${n}` }))
  const offers = many(12, (n) => ({ _id: `s${n}`, deletedAt: null }))
  const users = many(3, (n) => ({ id: `u${n}` }))
  return {
    'POST auth/admin-login': () => ({ data: { token: 'theirs', tokenExpiry: Date.now() + 9e6 } }),
    'POST admin/logout': () => ({ data: null }),
    'POST auth/admin-forgot-password': () => ({}),
    'GET admin/dashboard-user/role/details': () => ({ data: permissionModules(() => true) }),
    'GET admin/dashboard-user/role': () => ({ data: roles }),
    'GET admin/dashboard': () => ({ data: { counts: { users: 3, bills: 30 } } }),
    'GET admin/role/all/role': () => ({ data: roles }),
    'GET admin/role/get-all-inactive/role': () => ({ data: [] }),
    'GET admin/role/get-all-deleted/role': () => ({ data: [] }),
    'GET admin/users/admin/list': () => ({ data: users }),
    'GET admin/business/users/list': () => ({ data: users }),
    'GET admin/users/list': () => ({ data: { users } }),
    'GET admin/user/details/u1': () => ({ data: { id: 'u1' } }),
    'GET admin/events': () => ({ data: { events: many(2, (n) => ({ _id: `e${n}` })) } }),
    'GET admin/poll-and-survay': () => ({ data: many(2, (n) => ({ _id: `v${n}` })) }),
    'GET admin/tasks': () => ({ data: many(2, (n) => ({ _id: `t${n}` })) }),
    'GET admin/bills': () => ({ data: { bills: many(30, (n) => ({ _id: `b${n}` })) } }),
    'GET admin/post-feed': () => ({ data: { posts } }),
    'DELETE admin/post-feed/p1': () => {
      posts = posts.slice(1)
      return {}
    },
    'GET admin/categories': () => ({ data: many(2, (n) => ({ _id: `c${n}` })) }),
    'GET admin/shopping-posts': () => ({
      data: {
        posts: offers.slice(0, 10),
        pagination: { page: 1, limit: 10, total: 12, totalPages: 2 },
      },
    }),
  }
}

/** Starts a server that knows the specification alone, with the built web app in front of it. */
export async function startOtherServer(): Promise<OtherServer> {
  const taken: TakenCall[] = []
  const answers = makeAnswers()

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', 'http://any')
    if (!pathname.startsWith('/api/')) return sendFile(pathname, response)
    const call = `${request.method} ${pathname.replace(/^\/api\/+/, '')}`
    let text = ''
    for await (const piece of request) text += piece
    const json = request.headers['content-type']?.includes('json') && text
    const body: unknown = json ? JSON.parse(text) : text
    taken.push({ call, authorization: request.headers.authorization, body })
    const found = answers[call]
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(found ? found(body) : { message: 'There is no such thing.' }))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    taken,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** Any file server does for the web app: what is no file is its first page. */
async function sendFile(pathname: string, response: ServerResponse): Promise<void> {
  const type = types[extname(pathname)]
  const file = join(built, type && !pathname.includes('..') ? pathname : 'index.html')
  try {
    const content = await readFile(file)
    response.writeHead(200, { 'content-type': type ?? 'text/html' }).end(content)
  } catch {
    response.writeHead(404).end()
  }
}
