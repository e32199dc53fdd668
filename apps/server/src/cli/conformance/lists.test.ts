import type { IncomingMessage } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { foundOf, screenOf, walk } from '../../testing/conformance.ts'
import { type SpecOnlyServer, startSpecOnlyServer } from '../../testing/spec-only-server.ts'
import { ownNames } from './config.ts'

let server: SpecOnlyServer
afterEach(() => server.close())
const start = async (otherwise?: Parameters<typeof startSpecOnlyServer>[0]) => {
  server = await startSpecOnlyServer(otherwise)
  return server
}

const queryOf = ({ url }: IncomingMessage) => new URL(url ?? '', 'http://any').searchParams

/** A list that pages, and knows no search: so many roles. */
const pagedRoles = (total: number): Parameters<typeof startSpecOnlyServer>[0] => ({
  'GET admin/role/all/role': (request, response) => {
    const page = Number(queryOf(request).get('page') ?? 1)
    const limit = Number(queryOf(request).get('limit') ?? 25)
    const roles = Array.from({ length: Math.min(limit, total) }, (_, index) => {
      const number = (page - 1) * limit + index + 1
      return { _id: `r${number}`, name: `Role ${number}` }
    })
    response.end(JSON.stringify({ data: { roles, pagination: { page, limit, total } } }))
  },
})

test('a list of up to 2,000 rows that passes a search over is searched by the browser', async () => {
  const { url } = await start(pagedRoles(2000))
  const result = await walk(url, { writes: false })
  expect(result.lists.get('roles.list')).toMatchObject({ paging: 'server', search: 'browser' })
  expect(foundOf(result, 'roles.list')).not.toContain('passes')
  expect(screenOf(result, '/roles')).not.toContain('search')
})

test('a longer one is searched by nobody', async () => {
  const { url } = await start(pagedRoles(2001))
  const result = await walk(url, { writes: false })
  expect(result.lists.get('roles.list')).toMatchObject({ paging: 'server', search: 'nobody' })
  expect(foundOf(result, 'roles.list')).toContain('differs | sends pages and passes name over')
})

test('lists are asked by the names that config.json has for them', async () => {
  const asked: URLSearchParams[] = []
  const { url } = await start({
    'GET admin/bills': (request, response) => {
      asked.push(queryOf(request))
      const bills = [{ _id: 'b1', title: 'Hall rent', status: 'due' }]
      response.end(JSON.stringify({ data: { bills, total: 1 } }))
    },
  })
  const config = { ...ownNames, query: { search: 'q', limit: 'take', skip: 'start' } }
  await walk(url, { config, writes: false })
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.some((query) => query.has('q'))).toBe(true)
  for (const query of asked) {
    const ours = ['page', 'limit', 'search'].filter((name) => query.has(name))
    expect(ours).toEqual([])
    if (query.has('take')) expect(query.has('start')).toBe(true)
  }
})

test('a bare array with its total in a header is a list, sorted by field and direction', async () => {
  const asked: string[] = []
  const { url } = await start({
    'GET admin/bills': (request, response) => {
      const query = queryOf(request)
      if (query.has('_sort')) asked.push(`${query.get('_sort')} ${query.get('_order')}`)
      const bills = ['a', 'b', 'c'].map((title) => ({
        id: title,
        title,
        amount: title.charCodeAt(0),
      }))
      if (query.get('_order') === 'desc') bills.reverse()
      const limit = Number(query.get('_limit') ?? 3)
      const first = (Number(query.get('_page') ?? 1) - 1) * limit
      response.setHeader('X-Total-Count', bills.length)
      response.end(JSON.stringify(bills.slice(first, first + limit)))
    },
  })
  const query = { sort: '_sort', order: '_order', page: '_page', limit: '_limit' }
  const result = await walk(url, { config: { ...ownNames, query }, writes: false })
  expect(asked).toEqual([expect.stringMatching(/^\w+ asc$/), expect.stringMatching(/^\w+ desc$/)])
  expect(result.lists.get('bills.list')).toMatchObject({ paging: 'server', sort: 'server' })
  expect(foundOf(result, 'bills.list')).toContain('the web app reads the list in data itself')
})
