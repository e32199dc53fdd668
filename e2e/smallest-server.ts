/**
 * The smallest server that the web app works with: one file, no package, records in memory. It shows
 * what docs/bring-your-own-server.md tells. Run it with `npm run example`.
 */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'

type Fields = Record<string, unknown>

/** What a call is asked, and what it answers: `data`, or a status with a `message`. */
interface Asked {
  id: string
  query: URLSearchParams
  body: Fields
  token: string
}
interface Answer {
  status?: number
  message?: string
  errors?: string[]
  data?: unknown
}

// What there is. A record has an `_id` or an `id`; every other field may be missing.
const roles: Fields[] = [{ _id: 'r1', name: 'Owner', status: 'active' }]
const users: Fields[] = [{ id: 'u1', name: 'Ada Okafor', email: 'ada@example.com' }]
const categories: Fields[] = [{ _id: 'c1', name: 'Garden' }]
const bills: Fields[] = Array.from({ length: 60 }, (_, index) => ({
  _id: `b${index + 1}`,
  title: `Bill ${index + 1}`,
  amount: 1250 + index * 100, // in cents
  currency: 'EUR',
}))

// The calls beside these that the web app may ask for: none.
const config = { offers: [] }

// What the person signed in may do. A page that isn't permitted here isn't shown, so the calls
// behind it need not be there.
const permissions = [
  { module: 'Dashboard', submodules: [{ name: 'Overview', actions: { list: true } }] },
  { module: 'Roles', submodules: [{ name: 'Roles', actions: { list: true } }] },
  { module: 'Users', submodules: [{ name: 'Members', actions: { list: true, view: true } }] },
  {
    module: 'Operations',
    submodules: [{ name: 'Bills', actions: { list: true, update: true, delete: true } }],
  },
  {
    module: 'Catalogue',
    submodules: [{ name: 'Categories', actions: { list: true, create: true, delete: true } }],
  },
]

const sessions = new Set<string>()
const hours = 3_600_000

function signIn(email: unknown, password: unknown): Answer {
  if (email !== 'ada@example.com' || password !== 'correct horse')
    return { status: 401, message: 'E-mail or password is wrong.' }
  const token = randomUUID()
  sessions.add(token)
  return { data: { token, tokenExpiry: Date.now() + 8 * hours } }
}

/** The one list that is paged here. Those sent whole are paged, sorted and searched in the browser. */
function pageOfBills(query: URLSearchParams): Answer {
  const page = Number(query.get('page')) || 1
  const limit = Number(query.get('limit')) || 25
  const words = query.get('search')?.toLowerCase() ?? ''
  const found = bills.filter(({ title }) => String(title).toLowerCase().includes(words))
  if (query.get('sort')?.endsWith('amount'))
    found.sort((a, b) => Number(a['amount']) - Number(b['amount']))
  if (query.get('sort')?.startsWith('-')) found.reverse()
  const total = found.length
  const pagination = { page, limit, total, totalPages: Math.ceil(total / limit) }
  return { data: { bills: found.slice((page - 1) * limit, page * limit), pagination } }
}

function withRecord(list: Fields[], id: string, act: (record: Fields) => unknown): Answer {
  const found = list.find((record) => record['_id'] === id || record['id'] === id)
  return found ? { data: act(found) } : { status: 404, message: 'There is no such record.' }
}

const remove = (list: Fields[]) => (record: Fields) => list.splice(list.indexOf(record), 1)[0]

function addCategory(body: Fields): Answer {
  if (!body['name']) return { status: 422, errors: ['A category needs a name.'] }
  categories.unshift({ ...body, _id: randomUUID() })
  return { data: categories[0] }
}

const calls: Record<string, (asked: Asked) => Answer> = {
  'POST auth/admin-login': ({ body }) => signIn(body['email'], body['password']),
  'POST admin/logout': ({ token }) => ({ data: { ended: sessions.delete(token) } }),
  'GET admin/dashboard-user/role/details': () => ({ data: permissions }),
  'GET admin/dashboard-user/role': () => ({ data: roles }),
  'GET admin/dashboard': () => ({ data: { counts: { users: users.length, bills: bills.length } } }),
  'GET admin/role/all/role': () => ({ data: roles }),
  'GET admin/users/list': () => ({ data: { users } }),
  'GET admin/user/details/{id}': ({ id }) => withRecord(users, id, (user) => user),
  'GET admin/bills': ({ query }) => pageOfBills(query),
  'PUT admin/bills/{id}': ({ id, body }) =>
    withRecord(bills, id, (bill) => Object.assign(bill, body['data'])),
  'DELETE admin/bills/{id}': ({ id }) => withRecord(bills, id, remove(bills)),
  'GET admin/categories': () => ({ data: categories }),
  'POST admin/category': ({ body }) => addCategory(body),
  'DELETE admin/category/{id}': ({ id }) => withRecord(categories, id, remove(categories)),
}

async function answer(request: IncomingMessage, url: URL): Promise<Answer> {
  const path = `${request.method} ${url.pathname.replace(/^\/api\/+/, '')}`
  const id = path.slice(path.lastIndexOf('/') + 1)
  const call = calls[path] ?? calls[path.replace(/[^/]+$/, '{id}')]
  if (!call) return { status: 404, message: 'There is no such call.' }
  const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
  if (!path.includes(' auth/') && !sessions.has(token))
    return { status: 401, message: 'Please sign in.' }
  let text = ''
  for await (const piece of request) text += piece
  return call({ id, query: url.searchParams, body: JSON.parse(text || '{}'), token })
}

/** A file of the built web app; what is no file is its first page, which knows the address. */
export async function file(path: string): Promise<{ type: string; content: Buffer }> {
  const types = {
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.svg': 'image/svg+xml',
    '.json': 'application/json', // the messages of languages
  }
  const type = Object.entries(types).find(([ending]) => ending === extname(path))?.[1]
  const name = type && !path.includes('..') ? path : '/index.html'
  const content = await readFile(new URL(`../apps/web/dist${name}`, import.meta.url))
  return { type: type ?? 'text/html', content }
}

/** Starts it; port 0 is any free one. */
export async function startSmallestServer(port: number): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://any')
    try {
      if (url.pathname.startsWith('/api/')) {
        const { status = 200, ...body } = await answer(request, url)
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(body))
      } else if (url.pathname === '/config.json') {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify(config))
      } else {
        const { type, content } = await file(url.pathname)
        response.writeHead(200, { 'content-type': type }).end(content)
      }
    } catch {
      response.writeHead(500).end()
    }
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => void server.close().closeAllConnections() }
}

if (import.meta.main) {
  const { url } = await startSmallestServer(Number(process.env['PORT'] ?? 5000))
  console.log(`Sign in at ${url} as ada@example.com, password: correct horse`)
}
