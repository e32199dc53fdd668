import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { type Connection, openConnection } from '../db/connection/connection.ts'
import { setUp } from '../setup.ts'
import { engines, openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { DatabaseProxy } from '../testing/database-proxy.ts'
import { deadlineGuard } from './database-deadline.ts'

describe.runIf(engines.includes('postgresql'))('a database that goes silent', () => {
  let database: TestDatabase
  let connection: Connection
  let app: FastifyInstance
  let proxy: DatabaseProxy
  beforeAll(async () => {
    database = await openTestDatabase('postgresql')
    await setUp(database.connection, database.config)
    const url = new URL(database.config.databaseUrl ?? '')
    proxy = new DatabaseProxy(new URL(url))
    url.port = String(await proxy.listen())
    url.hostname = '127.0.0.1'
    connection = await openConnection({ ...database.config, databaseUrl: url.href })
    app = await createApp(database.config, connection.db, pino({ level: 'silent' }), {
      database: connection,
      deadline: { patienceMs: 300, silentMs: 300 },
    })
    await app.ready()
  })
  afterAll(async () => {
    proxy.comeBack()
    connection.dropConnections()
    await app.close()
    await connection.close()
    proxy.close()
    await database.dispose()
  })

  const ask = async (url: string, method: 'GET' | 'POST' = 'GET') => {
    const began = performance.now()
    const answer = await app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${'x'.repeat(43)}` },
      ...(method === 'POST'
        ? { payload: { email: 'a@example.com', password: 'a wrong one' } }
        : {}),
    })
    return { answer, ms: performance.now() - began }
  }

  test('class: silent database, every call says so in time and works again later', async () => {
    expect((await ask('/health/ready')).answer.statusCode).toBe(200)
    expect((await ask('/api/admin/bills')).answer.statusCode).toBe(401)
    proxy.goSilent()
    const picture = `/uploads/${'0'.repeat(32)}.webp`
    const all = await Promise.all([
      ask('/api/admin/bills'),
      ask('/api/auth/admin-login', 'POST'),
      ask(picture),
      // More than the pool has connections.
      ...Array.from({ length: 25 }, () => ask('/api/admin/tasks')),
    ])
    for (const { answer, ms } of all) {
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'not_ready'])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      // The pool alone would give up after 30 seconds.
      expect(ms).toBeLessThan(20_000)
    }
    expect((await ask('/health/live')).answer.statusCode).toBe(200)
    // Callers shall hear it from us, and not of a proxy without servers.
    expect((await ask('/health/ready')).answer.statusCode).toBe(200)
    proxy.comeBack()
    // What was lost on the way is not waited for: every connection is a new one.
    const again = await ask('/api/admin/bills')
    expect([again.answer.statusCode, again.ms < 2_000]).toEqual([401, true])
    expect((await ask('/health/ready')).answer.statusCode).toBe(200)
  })

  test('work that takes long is waited for while the database answers', async () => {
    const guard = deadlineGuard(connection, { patienceMs: 50, silentMs: 500 })
    const slow = sql<{ n: number }>`select 1 as n from pg_sleep(0.4)`.execute(connection.db)
    expect((await guard(slow)).rows).toEqual([{ n: 1 }])
  })
})
