import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase, usualEngine } from '../testing/database.ts'
import { create } from '../testing/factories.ts'
import { otlpReceiver } from '../testing/otlp-receiver.ts'
import {
  askServer,
  type ServerProcess,
  serveDatabase,
  testOwner,
  untilReady,
} from '../testing/process.ts'

let database: TestDatabase
let receiver: Awaited<ReturnType<typeof otlpReceiver>>
let server: ServerProcess
let bill: string
beforeAll(async () => {
  receiver = await otlpReceiver()
  database = await openTestDatabase(usualEngine)
  ;[bill = ''] = await create(database.connection.db, 'bills', { number: 'Secret-1' })
  await database.connection.close()
  server = await serveDatabase(database, {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    SQL_COMMENTS: '1',
  })
  await untilReady(server)
})
afterAll(async () => {
  await server.stop('SIGKILL')
  receiver.close()
  await database.dispose()
})

test('sends a span of each request and statement, and no value', async () => {
  const { token } = await askServer(server, 'POST', 'auth/admin-login', { body: testOwner })
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  const headers = {
    authorization: `Bearer ${token}`,
    traceparent: `00-${trace}-00f067aa0ba902b7-01`,
    'content-type': 'application/json',
  }
  const url = `${server.url()}/api/admin/bills/${bill}`
  const body = JSON.stringify({ data: { notes: 'word of a note' } })
  const written = await fetch(url, { method: 'PUT', headers, body })
  expect(written.status).toBe(200)
  expect((await fetch(url, { headers })).status).toBe(200)
  expect((await fetch(`${server.url()}/health/live`)).status).toBe(200)
  // What waits is sent before the end.
  expect(await server.stop()).toBe(0)

  expect(receiver.paths).toContain('/v1/traces')
  expect(receiver.resource()).toMatchObject({
    'service.name': 'steward',
    'deployment.environment.name': 'test',
  })
  const spans = receiver.spans()
  for (const method of ['PUT', 'GET']) {
    const route = '/api/admin/bills/:id'
    const request = spans.find(({ name }) => name === `${method} ${route}`)
    expect(request).toMatchObject({
      trace,
      parent: '00f067aa0ba902b7',
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': 200,
      },
    })
    const children = spans.filter(({ parent }) => parent === request?.id)
    expect(children.length).toBeGreaterThan(0)
    for (const child of children) {
      expect(child.trace).toBe(trace)
      expect(child.attributes).toMatchObject({ 'db.system.name': 'postgresql' })
    }
    if (method === 'GET') {
      expect(request?.attributes['steward.request.id']).toMatch(/^[\da-f-]{36}$/)
      expect(children.some(({ name }) => name === 'SELECT')).toBe(true)
    } else expect(children.map(({ name }) => name)).toEqual(expect.arrayContaining(['UPDATE']))
  }
  expect(spans.filter(({ name }) => name.includes('health'))).toEqual([])
  for (const secret of [bill, 'word of a note', 'Secret-1', token, ...Object.values(testOwner)])
    expect(receiver.text()).not.toContain(secret)
})
