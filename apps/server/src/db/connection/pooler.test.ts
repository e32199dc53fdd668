import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { OperatorError } from '../../operator-error.ts'
import { createDatabase } from '../../testing/database.ts'
import { findPgBouncer, type Pooler, startPooler } from '../../testing/pooler.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'
import { openConnection } from './connection.ts'
import { probePooler } from './probes.ts'

const [program, postgres] = [findPgBouncer(), inject('postgres')]

describe.runIf(program && postgres)('a PgBouncer in transaction mode', () => {
  let pooler: Pooler
  let app: TestApp
  let token: string
  beforeAll(async () => {
    pooler = await startPooler(program ?? '', postgres ?? '')
    const settings = { databasePooler: 'transaction' as const }
    app = await startTestApp('postgresql', settings, { through: pooler.through })
    token = (await app.signIn('owner')).token
    await app.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await app.dispose()
    await pooler.dispose()
  })

  test('serves more connections than it has sessions, with nothing left behind in one', async () => {
    const names = Array.from({ length: 30 }, (_, n) => `Through the pooler ${n}`)
    const written = await Promise.all(
      names.map((name) => app.call('categories.create', { token, body: { name } })),
    )
    expect(written.map(({ status }) => status)).toEqual(names.map(() => 201))
    const lists = Array.from({ length: 30 }, () => app.call('categories.list', { token }))
    for (const { status } of await Promise.all(lists)) expect(status).toBe(200)
    const zones = Array.from({ length: 20 }, () =>
      sql<{ zone: string }>`select current_setting('TimeZone') as zone`.execute(app.db),
    )
    for (const { rows } of await Promise.all(zones)) expect(rows).toEqual([{ zone: 'UTC' }])
    expect(await probePooler(app.db, app.config)).toMatch(
      /^JIT .* alter role postgres set jit = off/,
    )
  })

  test('passes on jobs and exports', async () => {
    const body = { action: 'delete', all: { query: {} }, area: 'categories' }
    const job = await app.call('jobs.create', { token, body })
    expect(job.body.message).toContain('started')
    const state = async () =>
      (await app.call('jobs.details', { token, params: { id: job.body.data._id } })).body.data
    await expect.poll(async () => (await state()).status, { timeout: 20_000 }).toBe('done')
    const made = await app.call('exports.create', {
      token,
      body: { area: 'categories', query: { deleted: 'only' } },
    })
    const { port } = app.app.server.address() as AddressInfo
    const file = await fetch(`http://127.0.0.1:${port}${made.body.data.url}`)
    expect(await file.text()).toContain('Through the pooler 29')
  })

  test('passes on the cancellation of a read whose caller has gone', async () => {
    const running = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from pg_stat_activity
        where datname = current_database() and state = 'active' and wait_event_type = 'Lock'
      `.execute(app.db)
      return rows[0]?.n
    }
    await app.db.transaction().execute(async (tx) => {
      await sql`lock table bills in access exclusive mode`.execute(tx)
      const { port } = app.app.server.address() as AddressInfo
      const sent = request(`http://127.0.0.1:${port}/api/admin/bills`, {
        headers: { authorization: `Bearer ${token}` },
      })
      sent.on('error', () => {})
      sent.end()
      await expect.poll(running, { timeout: 5_000 }).toBeGreaterThan(0)
      sent.destroy()
      await expect.poll(running, { timeout: 4_000 }).toBe(0)
    })
  })

  test('is told apart from a database that is away, where the setting is missing', async () => {
    const database = await createDatabase()
    const config = { databaseUrl: pooler.through(database.url), dataDir: app.config.dataDir }
    const opened = openConnection(config, { statementTimeout: 1_000 })
    await expect(opened).rejects.toThrow(OperatorError)
    await expect(opened).rejects.toThrow('DATABASE_POOLER=transaction')
    await database.drop()
  })
})
