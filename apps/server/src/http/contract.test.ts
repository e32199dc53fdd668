import type { Endpoint } from '@steward/contract/calls/endpoint'
import { endpoints } from '@steward/contract/calls/endpoints'
import type { Route } from '@steward/contract/calls/route'
import { type EndpointName, routes } from '@steward/contract/calls/routes'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordTables } from '../db/schema/tables.ts'
import { seedConsents, seedErasures, seedLoans, seedProposals } from '../testing/community.ts'
import { engines } from '../testing/database.ts'
import { create } from '../testing/factories.ts'
import { mustFitContract, startTestApp, type TestApp } from '../testing/server.ts'

const names = Object.keys(endpoints) as EndpointName[]
const endpointOf = (name: EndpointName): Endpoint => endpoints[name]
const reads = names.filter((name) => 'sort' in (endpointOf(name).query?.shape ?? {}))

describe.each(engines)('every call of the contract on %s', (engine) => {
  let test: TestApp
  let owner: string
  let member = ''
  beforeAll(async () => {
    test = await startTestApp(engine)
    owner = (await test.signIn('owner')).token
    const [person = ''] = await create(test.db, 'users', { name: 'Somebody' })
    member = person
    await create(test.db, 'users', { type: 'business', business_name: 'Corner shop' })
    await create(test.db, 'users', { type: 'admin', email: 'waits@example.com', status: 'pending' })
    for (const table of recordTables) await create(test.db, table, {})
    await create(test.db, 'events', { host_id: person }, { host_name: 'No account' })
    await create(test.db, 'polls', { author_id: person })
    await create(test.db, 'tasks', { assignee_id: person })
    await create(test.db, 'bills', { payer_id: person })
    const [category = ''] = await create(test.db, 'categories', {})
    await create(test.db, 'posts', { author_id: person, category_id: category })
    const offer = { seller_id: person, category_id: category }
    const ids = await create(test.db, 'shopping_posts', offer, {})
    const job = { area: 'shoppingPosts', action: 'status', ids, patch: { status: 'sold' } }
    expect((await test.call('jobs.create', { token: owner, body: job })).status).toBe(201)
    await seedProposals(test.db, [person])
    await seedErasures(test.db, [person])
    await seedConsents(test.db, [person])
    await seedLoans(test.db, person, person)
  })
  afterAll(() => test.dispose())

  it.each(reads)('%s answers what it promises, every field there', async (name) => {
    const { status, body } = await test.call(name, { token: owner })
    expect(status).toBe(200)
    mustFitContract(name, body)
    const rows = Array.isArray(body.data) ? body.data : Object.values(body.data)[0]
    if (!['roles.listInactive', 'roles.listDeleted'].includes(name)) expect(rows).not.toEqual([])
    expect(JSON.stringify(body)).not.toContain('search')
  })

  it.each(names.filter((name) => endpointOf(name).needs !== 'public'))(
    '%s refuses without a session, before it looks at anything else',
    async (name) => {
      const answer = await test.call(name, { params: { id: '%' }, query: { page: 'x' } })
      expect(answer.status).toBe(401)
      expect(answer.headers['cache-control']).toBe('no-store')
    },
  )

  it.each(names)('%s answers other methods with 405, and OPTIONS without running', async (name) => {
    const { path, method } = routes[name]
    const url = `/api/${path.replace(/\{\w+\}/, member)}`
    const served = names.filter((other) => routes[other].path === path)
    const other = (['DELETE', 'PATCH', 'PUT', 'POST'] as const).find((one) =>
      served.every((each) => routes[each].method !== one),
    )
    if (!other) throw new Error(`${path} serves every method there is`)
    const wrong = await test.app.inject({ method: other, url })
    const asked = await test.app.inject({ method: 'OPTIONS', url })
    expect(wrong.statusCode).toBe(405)
    expect(wrong.headers.allow).toContain(method)
    expect(asked.statusCode).toBe(204)
    expect(asked.headers.allow).toContain(method)
  })

  const hostile = {
    page: ['0', '-1', '1.5', 'abc', '', '1e3', '99999999999999999999', ['1', '2'], '\0'],
    limit: ['0', '101', '-5', 'x', '', ['1', '2']],
    sort: [
      'nope',
      '',
      '-',
      '--createdAt',
      'search',
      ['name', 'name'],
      '__proto__',
      'createdAt;drop',
    ],
    status: ['nope', '', 'ACTIVE', '[object Object]'],
    from: ['yesterday', '2026-02-30T00:00:00Z', '2026-13-01', '', '0'],
    online: ['1', 'TRUE', 'yes', ''],
    includeDeleted: ['1', 'TRUE', ''],
    overdue: ['0', 'no'],
    author: ['you', '', "' or 1=1 --"],
    host: ['ME!', ''],
    currency: ['eur', 'EURO', 'ZZZ', ''],
  }

  it.each(reads)('%s names each known key that has a bad value', async (name) => {
    const known = Object.keys(endpointOf(name).query?.shape ?? {})
    for (const [key, values] of Object.entries(hostile)) {
      for (const value of values) {
        const query = { [key]: value }
        const { status, body } = await test.call(name, { token: owner, query })
        if (!known.includes(key)) expect([status, key, value]).toEqual([200, key, value])
        else {
          expect([status, key, value]).toEqual([422, key, value])
          expect(body.errors[0].path.split('.')[0]).toBe(key)
        }
      }
    }
  })

  const searchKeyOf = (name: EndpointName) =>
    ['name', 'search'].find((key) => key in (endpointOf(name).query?.shape ?? {}))

  it.each(reads.filter(searchKeyOf))(
    '%s passes over keys that nobody knows, and takes any text to search',
    async (name) => {
      const key = searchKeyOf(name) ?? ''
      for (const text of [
        "'",
        '%',
        '\\',
        '"',
        '🌿'.repeat(100),
        'ا'.repeat(40),
        '\ud800',
        '$1',
        '{}',
        '   ',
      ]) {
        const { status } = await test.call(name, {
          token: owner,
          query: { [key]: text, nonsense: 'x', constructor: 'y' },
        })
        expect([status, text]).toEqual([200, text])
      }
      const long = await test.call(name, { token: owner, query: { [key]: 'x'.repeat(201) } })
      expect(long.status).toBe(422)
    },
  )

  it('lets no answer be stored, however its path is written', async () => {
    const answer = await test.app.inject({
      url: '/%61pi/admin/bills',
      headers: { authorization: `Bearer ${owner}` },
    })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  })

  it('serves a path that a client glued together with two slashes', async () => {
    const answer = await test.app.inject({
      url: '/api//admin/bills',
      headers: { authorization: `Bearer ${owner}` },
    })
    expect(answer.statusCode).toBe(200)
  })

  it('answers malformed requests with a failure of the contract, never with a 500', async () => {
    const login = '/api/auth/admin-login'
    const json = { 'content-type': 'application/json' }
    const sent: [string, InjectOptions | string, number][] = [
      ['half of JSON', { method: 'POST', url: login, headers: json, payload: '{"email":' }, 400],
      ['an array', { method: 'POST', url: login, headers: json, payload: '[]' }, 400],
      ['a text', { method: 'POST', url: login, headers: json, payload: '"x"' }, 400],
      ['no body', { method: 'POST', url: login }, 422],
      ['an empty body', { method: 'POST', url: login, headers: json, payload: '' }, 422],
      [
        'a poisoned prototype',
        {
          method: 'POST',
          url: login,
          headers: json,
          payload: '{"__proto__":{"x":1},"email":"a","password":"b"}',
        },
        400,
      ],
      [
        'another type',
        { method: 'POST', url: login, headers: { 'content-type': 'text/xml' }, payload: '<a/>' },
        415,
      ],
      [
        'too much',
        {
          method: 'POST',
          url: login,
          headers: json,
          payload: JSON.stringify({ email: 'x'.repeat(1_100_000) }),
        },
        413,
      ],
      [
        'null characters',
        {
          method: 'POST',
          url: login,
          headers: json,
          payload: '{"email":"a\\u0000","password":"b\\u0000"}',
        },
        400,
      ],
      [
        'half a character',
        {
          method: 'POST',
          url: login,
          headers: json,
          payload: '{"email":"\\ud800","password":"\\ud800"}',
        },
        401,
      ],
      ['a broken escape', { url: '/api/admin/user/details/%E0%A4%A' }, 400],
      ['an unknown call', { url: '/api/nothing/here' }, 404],
      ['the root of the API', { url: '/api' }, 404],
      ['a missing file', { url: '/uploads/nothing.webp' }, 404],
      ['a way out of the uploads', { url: '/uploads/..%2f..%2fpackage.json' }, 404],
    ]
    for (const [what, request, status] of sent) {
      const answer = await test.app.inject(request)
      expect([what, answer.statusCode]).toEqual([what, status])
      expect([what, Object.keys(answer.json())]).toEqual([
        what,
        expect.arrayContaining(['message', 'code']),
      ])
    }
  })

  it('describes exactly what it serves as OpenAPI 3.1', async () => {
    const { openapi, paths } = (await test.app.inject('/api/openapi.json')).json()
    expect(openapi).toBe('3.1.0')
    const described = Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice(1)}`),
    )
    const served = names.map((name) => {
      const { method, path, describedPath = path }: Route = routes[name]
      return `${method} ${describedPath}`
    })
    expect(described.sort()).toEqual(served.sort())
    expect((await test.app.inject('/api/docs/')).statusCode).toBe(200)
  })
})
