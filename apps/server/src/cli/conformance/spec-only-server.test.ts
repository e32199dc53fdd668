import { afterEach, describe, expect, test } from 'vitest'
import { foundOf, screenOf, walk } from '../../testing/conformance.ts'
import { type SpecOnlyServer, startSpecOnlyServer } from '../../testing/spec-only-server.ts'
import { conforms } from './findings.ts'
import { report } from './report.ts'

let server: SpecOnlyServer
afterEach(() => server.close())
const start = async (otherwise?: Parameters<typeof startSpecOnlyServer>[0]) => {
  server = await startSpecOnlyServer(otherwise)
  return server
}

describe('a server that knows the specification alone', () => {
  test('conforms, and its screens go without what is beside the specification', async () => {
    const { url, records } = await start()
    const result = await walk(url)
    expect(report(result)).not.toContain('~ differs')
    expect(conforms(result.findings)).toBe(true)
    expect(result.left).toEqual([])
    expect(result.deleted).toBe(3)
    expect([...records.keys()]).toEqual([])
    expect(screenOf(result, '/bills')).toBe(
      'works without some: creating, undo after deleting, totals, records that are not on the page, exports, bulk jobs, imports, deleted records, saved views',
    )
    expect(screenOf(result, '/events')).toMatch(
      /^works without some: creating, editing, deleting, undo after deleting, /,
    )
    expect(screenOf(result, '/register')).toMatch(/^not offered: POST auth\/admin-register: /)
    expect(screenOf(result, '/')).toBe('works without some: passkeys')
    expect(result.lists.get('bills.list')).toEqual({
      paging: 'browser',
      search: 'browser',
      sort: 'unknown',
      filter: 'unknown',
    })
  })

  test('is not said to lack what its permissions leave out', async () => {
    const { url } = await start({
      'GET admin/dashboard-user/role/details': (_, response) => {
        const bills = { name: 'Bills', actions: { list: true } }
        const data = [{ module: 'Operations', submodules: [bills] }]
        response.end(JSON.stringify({ data }))
      },
      'GET admin/tasks': (_, response) => response.writeHead(404).end('{}'),
      'GET admin/events': (_, response) => response.writeHead(403).end('{}'),
    })
    const result = await walk(url, { writes: false })
    const why = 'the account has no permission for it, so the web app doesn’t show it'
    expect(foundOf(result, 'tasks.list')).toBe(`not offered | status 404: ${why}`)
    expect(foundOf(result, 'events.list')).toBe(`not offered | status 403: ${why}`)
    expect(screenOf(result, '/tasks')).toMatch(/^not offered: GET admin\/tasks/)
    expect(screenOf(result, '/profile')).toMatch(/^not offered: GET admin\/profile/)
    expect(report(result)).not.toContain('✗')
  })

  test('is not written to without consent', async () => {
    const { url, taken } = await start()
    const result = await walk(url, { writes: false })
    const written = taken.filter(
      (call) =>
        !call.startsWith('GET ') || /\/(delete|change)\//.test(call) || call.includes('restore'),
    )
    expect([...new Set(written)]).toEqual(['POST auth/admin-login', 'POST admin/logout'])
    expect(report(result)).toContain(
      '  – not tried    POST admin/role/create/role\n                 reads only\n',
    )
    expect(report(result)).toContain('(reads only)')
  })

  test('is given nothing that it could not delete again', async () => {
    const { url, taken } = await start({
      'POST admin/events': (_, response) => response.end('{"data":{"_id":"e9"}}'),
    })
    const result = await walk(url)
    expect(taken).not.toContain('POST admin/events')
    expect(foundOf(result, 'events.create')).toBe('not tried | no event could be deleted again')
  })

  test('gets back what was made when the check is stopped in its middle', async () => {
    const stopping = new AbortController()
    const { url, records, taken } = await start({
      'PATCH admin/role/update/role': (_, response) => {
        stopping.abort()
        response.end('{}')
      },
    })
    const result = await walk(url, { stop: stopping.signal })
    expect(result.interrupted).toBe(true)
    expect(taken).not.toContain('POST admin/category')
    expect([...records.keys()]).toEqual([])
    expect(report(result)).toContain('Stopped before its end.')
  })
})

describe('a server that lacks and differs', () => {
  test('has each named, with the screens that it costs', async () => {
    const { url } = await start({
      'GET admin/bills': (_, response) => response.writeHead(404).end(),
      'GET admin/users/list': (_, response) => response.end('{"data":{"people":[{"id":1}]}}'),
      'GET admin/events': (_, response) => response.end('<!doctype html><title>Hello</title>'),
      'GET admin/tasks': (_, response) => response.end('{"data":{"tasks":'),
      'GET admin/poll-and-survay': (_, response) => response.end('{"data":{"a":1}}'),
      'GET admin/post-feed': (_, response) => response.end('{"data":{"posts":[{"text":"x"}]}}'),
      'GET admin/dashboard': (_, response) => response.writeHead(500).end('{"errors":["No."]}'),
      'GET admin/dashboard-user/role': (_, response) => response.writeHead(403).end('{}'),
      'GET admin/shopping-posts': (_, response) => {
        response.end('{"data":{"posts":[{"_id":"s1","deletedAt":"2024-01-01"}]}}')
      },
      'PATCH admin/role/update-image/role': (_, response) => response.writeHead(405).end(),
      'DELETE admin/category/': (_, response) => response.end('{}'),
      'GET admin/user/details/': (_, response) => {
        response.writeHead(302, { location: 'https://elsewhere.example/' }).end()
      },
    })
    const result = await walk(url)
    expect(foundOf(result, 'bills.list')).toBe('lacks | status 404')
    expect(screenOf(result, '/bills')).toBe('doesn’t work: GET admin/bills is lacking')
    expect(foundOf(result, 'users.list')).toContain(
      'differs | data.users is missing; the web app reads the list in data.people',
    )
    expect(screenOf(result, '/users/members')).toContain('works without some')
    expect(foundOf(result, 'events.list')).toBe(
      'differs | status 200 with HTML in place of JSON (no content type)',
    )
    expect(screenOf(result, '/events')).toBe('doesn’t work: GET admin/events differs')
    expect(foundOf(result, 'tasks.list')).toContain('something unreadable in place of JSON')
    expect(foundOf(result, 'polls.list')).toBe('differs | data isn’t an array')
    expect(foundOf(result, 'posts.list')).toContain('1 of 1 records have no _id nor id')
    expect(foundOf(result, 'dashboard.counts')).toBe('differs | status 500: No.; 2xx is expected')
    expect(foundOf(result, 'dashboard.roles')).toBe(
      'not tried | 403, not permitted: needs Dashboard · Overview · list',
    )
    expect(foundOf(result, 'shoppingPosts.list')).toBe(
      'differs | data.pagination is missing, or holds no total; the browser does the paging | deleted records are in the list without includeDeleted | answers without a token too; 401 is expected. Anybody can read it',
    )
    expect(foundOf(result, 'roles.updateImage')).toBe('lacks | status 405')
    expect(screenOf(result, '/roles/…')).toMatch(/without some: .*a picture/)
    expect(foundOf(result, 'categories.delete')).toBe(
      'differs | a deleted record is still in the list',
    )
    expect(foundOf(result, 'users.details')).toContain('leads to https://elsewhere.example/')
    expect(conforms(result.findings)).toBe(false)
  })

  test('sends pages, and passes page, search and sort over', async () => {
    const { url } = await start({
      'GET admin/role/all/role': (_, response) => {
        const roles = [1, 2].map((n) => ({ _id: `r${n}`, name: `Role ${n}` }))
        response.end(JSON.stringify({ data: { roles, pagination: { page: 1, total: 90 } } }))
      },
    })
    const result = await walk(url, { writes: false })
    expect(foundOf(result, 'roles.list')).toContain(
      'differs | sends pages and passes page and limit, name over',
    )
    expect(screenOf(result, '/roles')).toBe(
      'works without some: paging, search, sort, exports, deleted records, saved views',
    )
  })

  test('answers writes with nothing: the records are found by their names', async () => {
    const bare = { 'POST admin/category': '', 'POST admin/role/create/role': '' }
    let made: SpecOnlyServer | undefined
    const { url, records } = await start(
      Object.fromEntries(
        Object.keys(bare).map((call) => [
          call,
          (_, response, body) => {
            const kind = call.includes('role') ? 'role' : 'category'
            const fields = { status: 'active', shoppingFeedStatus: 'active' }
            made?.records.set(kind, { kind, _id: kind, name: JSON.parse(body).name, ...fields })
            response.end('{}')
          },
        ]),
      ) as Parameters<typeof startSpecOnlyServer>[0],
    )
    made = server
    const result = await walk(url)
    expect(foundOf(result, 'roles.create')).toBe('has')
    expect(foundOf(result, 'categories.create')).toBe(
      'differs | data is not the record; the list shows it after a reload',
    )
    expect(screenOf(result, '/categories')).not.toContain('creating')
    expect(records.size).toBe(0)
  })

  test('says that it writes, and doesn’t', async () => {
    const ok = { data: { _id: 'nowhere' } }
    const { url } = await start({
      'POST admin/user/create': (_, response) => response.end('{}'),
      'PATCH admin/role/update/role': (_, response) => response.end(JSON.stringify(ok)),
      'DELETE admin/role/delete/role/': (_, response) => response.writeHead(500).end('{}'),
    })
    const result = await walk(url)
    expect(foundOf(result, 'users.create')).toBe(
      'differs | its answer has no _id nor id, and the list has no record of that name',
    )
    expect(foundOf(result, 'roles.update')).toMatch(/afterwards the record has name ".*", not/)
    expect(result.left).toEqual([
      expect.stringMatching(/^the user ".+": the server says that it made it/),
      expect.stringMatching(
        /^the role ".+": _id role1, its deletion was answered with status 500$/,
      ),
    ])
    expect(report(result).replaceAll(/\s+/g, ' ')).toContain('Could not be deleted: the role "')
  })
})
