import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { permissionModules } from '@steward/contract/permissions/permissions'
import { wholeBody } from './whole-body.ts'

/** What a test has a call answer in place of what the specification names. */
type Otherwise = (request: IncomingMessage, response: ServerResponse, body: string) => void

/** Somebody else's server, with the calls of the specification and the fields that it names. */
export interface SpecOnlyServer {
  url: string
  /** Every call that it took: `GET admin/bills`. */
  taken: string[]
  /** What still stands in it that a client has made. */
  records: Map<string, SpecOnlyRecord>
  close(): Promise<void>
}

interface SpecOnlyRecord {
  kind: string
  _id: string
  name: string
  status: string
  shoppingFeedStatus: string
}

const token = 'a token of the spec-only server'
/** The password that it takes, from anybody. */
export const specOnlyPassword = 'whatever they take'

/**
 * Starts it on a port of its own.
 * @param otherwise by `METHOD path`, or by `METHOD path/` for all below it
 */
export async function startSpecOnlyServer(
  otherwise: Readonly<Record<string, Otherwise>> = {},
): Promise<SpecOnlyServer> {
  const records = new Map<string, SpecOnlyRecord>()
  const trash = new Map<string, SpecOnlyRecord>()
  const taken: string[] = []
  let signedIn = false
  let made = 0
  const answer = (response: ServerResponse, status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const of = (kind: string, from = records) => [...from.values()].filter((one) => one.kind === kind)
  const make = (kind: string, name: string) => {
    made += 1
    const fields = { status: 'active', shoppingFeedStatus: 'active' }
    const record = { kind, _id: `${kind}${made}`, name, ...fields }
    records.set(record._id, record)
    return record
  }
  const drop = (id: string) => {
    const record = records.get(id)
    if (record) trash.set(id, record)
    return records.delete(id)
  }
  /** By `METHOD path` without its id; what it gives is `data`, undefined a 404. */
  const calls: Record<string, (id: string, body: string) => unknown> = {
    'POST admin/logout': () => {
      signedIn = false
      return null
    },
    'GET admin/role/all/role': () => of('role'),
    'GET admin/role/get-all-inactive/role': () =>
      of('role').filter(({ status }) => status === 'inactive'),
    'GET admin/role/get-all-deleted/role': () => of('role', trash),
    'POST admin/role/create/role': (_, body) => make('role', JSON.parse(body).name),
    'PATCH admin/role/update/role': (_, body) => change(JSON.parse(body)),
    'PATCH admin/role/update-status/role': (_, body) => change(JSON.parse(body)),
    'PATCH admin/role/update-image/role': () => null,
    'DELETE admin/role/delete/role/': (id) => drop(id) || undefined,
    'PATCH admin/role/restore/deleted/role/': (id) => {
      const record = trash.get(id)
      return record && trash.delete(id) && records.set(id, record) && null
    },
    'GET admin/users/admin/list': () => [{ id: 'u1' }, { id: 'u2' }],
    'GET admin/business/users/list': () => [],
    'GET admin/users/list': () => ({ users: [{ id: 'u1', name: 'Ada Byron' }, ...of('user')] }),
    'POST admin/user/create': (_, body) => make('user', JSON.parse(body).name),
    'GET admin/user/details/': (id) => (id === 'u1' ? { id } : records.get(id)),
    'PUT admin/user/update/': (id, body) => {
      const name = /name="name"\r\n\r\n([^\r]+)/.exec(body)?.[1] ?? ''
      return change({ _id: id, name })
    },
    'GET admin/user/change/status/': (id) => {
      return change({
        _id: id,
        status: records.get(id)?.status === 'active' ? 'inactive' : 'active',
      })
    },
    'PUT admin/user/': (id, body) => {
      return change({ _id: id, shoppingFeedStatus: JSON.parse(body).status })
    },
    'GET admin/user/delete/': (id) => drop(id) || undefined,
    'GET admin/dashboard-user/role': () => of('role'),
    'GET admin/dashboard': () => ({ counts: { users: 1 } }),
    'GET admin/dashboard-user/role/details': () => permissionModules(() => true),
    'GET admin/events': () => ({ events: [{ _id: 'e1' }] }),
    'GET admin/poll-and-survay': () => [{ _id: 'v1' }],
    'GET admin/tasks': () => [{ _id: 't1' }],
    'GET admin/bills': () => ({ bills: [{ _id: 'b1', title: 'Hall hire' }, { _id: 'b2' }] }),
    'GET admin/post-feed': () => ({ posts: [{ _id: 'p1' }] }),
    'GET admin/categories': () => ({ categories: of('category') }),
    'POST admin/category': (_, body) => make('category', JSON.parse(body).name),
    'PUT admin/category/': (id, body) => change({ ...JSON.parse(body), _id: id }),
    'DELETE admin/category/': (id) => drop(id) || undefined,
    'GET admin/shopping-posts': () => ({
      posts: [{ _id: 's1', deletedAt: null }],
      pagination: { page: 1, limit: 10, total: 1, totalPages: 1 },
    }),
  }
  const change = (fields: Partial<SpecOnlyRecord>) => {
    const record = records.get(fields._id ?? '')
    return record && Object.assign(record, fields)
  }
  const open: typeof calls = {
    'POST auth/admin-login': (_, body) => {
      if (JSON.parse(body).password !== specOnlyPassword) return undefined
      signedIn = true
      return { token, tokenExpiry: new Date(Date.now() + 9e6).toISOString() }
    },
    'POST auth/admin-forgot-password': () => null,
  }

  const server = createServer(async (request, response) => {
    const body = (await wholeBody(request))?.toString()
    if (body === undefined) return
    const { pathname } = new URL(request.url ?? '', 'http://spec-only')
    const call = `${request.method} ${pathname.replace('/api/', '')}`
    taken.push(call)
    const last = pathname.split('/').at(-1) ?? ''
    const feed = last === 'status' && call.startsWith('PUT admin/user/')
    const id = feed ? (pathname.split('/').at(-3) ?? '') : last
    const below = feed ? 'PUT admin/user/' : call.slice(0, call.length - last.length)
    const other = otherwise[call] ?? otherwise[below]
    if (other) return other(request, response, body)
    if (call === 'POST auth/admin-reset-password') {
      return answer(response, 400, { errors: ['This link is dead.'] })
    }
    const isOpen = Object.hasOwn(open, call)
    const authorized = signedIn && request.headers.authorization === `Bearer ${token}`
    if (!isOpen && !authorized) return answer(response, 401, { message: 'Sign in.' })
    const data = (open[call] ?? calls[call] ?? calls[below] ?? (() => undefined))(id, body)
    if (data === undefined) {
      const status = isOpen ? 401 : 404
      return answer(response, status, { message: isOpen ? 'Wrong.' : `No ${call}` })
    }
    return answer(response, 200, { data })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    records,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
