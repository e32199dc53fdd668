import { createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { watchStatements } from '../db/connection/statements.ts'
import { engines, openTestDatabase, usualEngine } from '../testing/database.ts'
import { create } from '../testing/factories.ts'
import { freePort, serveDatabase } from '../testing/process.ts'
import { findProgram, runPromtool } from '../testing/prometheus.ts'
import { startTestApp, type TestApp } from '../testing/server.ts'

describe.each(engines)('metrics on %s', (engine) => {
  let app: TestApp
  let token: string
  let url: string
  let metrics: string
  beforeAll(async () => {
    const port = await freePort()
    metrics = `http://127.0.0.1:${port}/metrics`
    app = await startTestApp(engine, { metrics: { host: '127.0.0.1', port } })
    url = await app.app.listen({ port: 0, host: '127.0.0.1' })
    token = (await app.signIn('owner')).token
  })
  afterAll(() => app.dispose())

  const scrape = async () => {
    const answer = await fetch(metrics)
    expect(answer.status).toBe(200)
    return await answer.text()
  }
  /** The value of a series, by how its line begins; undefined where it isn't there. */
  const seriesValue = (text: string, series: string) => {
    const line = text.split('\n').find((each) => each.startsWith(`${series} `))
    return line === undefined ? undefined : Number(line.slice(series.length + 1))
  }

  test('tells of requests by route, of what waits, and of the process', async () => {
    const [bill = ''] = await create(app.db, 'bills', { number: 'M-1' })
    await app.call('bills.details', { token, params: { id: bill } })
    await app.call('bills.details', { token, params: { id: 'nonsense' } })
    const text = await scrape()
    const route = 'method="GET",route="/api/admin/bills/:id"'
    expect(seriesValue(text, `steward_http_requests_total{${route},status="2xx"}`)).toBe(1)
    expect(seriesValue(text, `steward_http_requests_total{${route},status="4xx"}`)).toBe(1)
    expect(seriesValue(text, `steward_http_request_duration_seconds_count{${route}}`)).toBe(2)
    expect(text).not.toContain(bill)
    expect(text).not.toContain('nonsense')
    for (const name of [
      'steward_unfolded_changes',
      'steward_audit_unsealed_entries',
      'steward_audit_unsealed_seconds',
      'steward_jobs_waiting',
      'steward_jobs_running',
      'steward_jobs_waiting_seconds',
      'steward_jobs_stalled_seconds',
      'steward_mail_waiting',
      'steward_mail_failed_total',
      'steward_live_streams',
      'steward_database_slow_queries_total',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
    ])
      expect(seriesValue(text, name), name).toBeGreaterThanOrEqual(0)
    expect(seriesValue(text, 'steward_database_up')).toBe(1)
    expect(text).toMatch(/^steward_build_info\{version="[^"]+",node="v24[^"]+"\} 1$/m)
  })

  test('tells of open streams, of a job that nobody takes, and of what is folded and sealed', async () => {
    const opened = new AbortController()
    const stream = await fetch(`${url}/api/admin/live`, {
      headers: { authorization: `Bearer ${token}` },
      signal: opened.signal,
    })
    expect(stream.status).toBe(200)
    const settled = async () => {
      const text = await scrape()
      const names = [
        'live_streams',
        'jobs_waiting',
        'jobs_running',
        'unfolded_changes',
        'audit_unsealed_entries',
      ]
      return names.map((name) => seriesValue(text, `steward_${name}`))
    }
    // An import whose file stands elsewhere is taken by no server here.
    const { rows } = await sql<{ id: string }>`
      insert into jobs (id, area, action, started_by, total, created_at, updated_at)
      select gen_random_uuid(), 'bills', 'import', id, 1, now() - interval '1 hour', now() - interval '50 minutes'
      from users limit 1 returning id`.execute(app.db)
    await expect.poll(settled).toEqual([1, 1, 0, 0, 0])
    const text = await scrape()
    expect(seriesValue(text, 'steward_jobs_waiting_seconds')).toBeGreaterThanOrEqual(3_600)
    expect(seriesValue(text, 'steward_jobs_stalled_seconds')).toBeGreaterThanOrEqual(3_000)
    expect(seriesValue(text, 'steward_jobs_stalled_seconds')).toBeLessThan(3_600)
    opened.abort()
    // It only waits for its turn while another import is worked on.
    await sql`
      insert into jobs (id, area, action, started_by, total, status)
      select gen_random_uuid(), 'bills', 'import', id, 1, 'running' from users limit 1`.execute(
      app.db,
    )
    const stalled = async () => seriesValue(await scrape(), 'steward_jobs_stalled_seconds')
    await expect.poll(stalled, { timeout: 10_000 }).toBeLessThan(60)
    await sql`delete from jobs where id = ${rows[0]?.id} or status = 'running'`.execute(app.db)
    await expect.poll(settled).toEqual([0, 0, 0, 0, 0])
    expect(seriesValue(await scrape(), 'steward_jobs_stalled_seconds')).toBe(0)
  })

  const promtool = findProgram('promtool')
  test.runIf(promtool)('is as promtool wants it', async () => {
    expect(runPromtool(promtool ?? '', ['check', 'metrics'], await scrape())).toBe('')
  })

  test('no request adds a label of its own', async () => {
    await fetch(`${url}/api/nothing-0`)
    const before = seriesIn(await scrape())
    for (let n = 0; n < 200; n += 1) {
      await fetch(`${url}/api/nothing-${n}?${n}`)
      await fetch(`${url}/api/admin/bills/${n}`, { method: 'GET' })
      await fetch(`${url}/api/nothing/${n}`, { method: n % 2 ? 'PROPFIND' : 'PURGE' })
    }
    const text = await scrape()
    // What is new: the refused bill, and other methods.
    expect(seriesIn(text) - before).toBeLessThan(60)
    expect(text).not.toContain('nothing')
    expect(text).not.toContain('PROPFIND')
    const unknown = 'steward_http_requests_total{method="GET",route="unknown",status="4xx"}'
    expect(seriesValue(text, unknown)).toBeGreaterThanOrEqual(200)
  })

  test('scraping in a loop asks the database once', async () => {
    let asked = 0
    const stop = watchStatements({
      begun: ({ text }) => {
        if (text.includes('unsealedSeconds')) asked += 1
      },
      ended: () => {},
    })
    await Promise.all(Array.from({ length: 15 }, scrape))
    for (let n = 0; n < 30; n += 1) await scrape()
    stop()
    expect(asked).toBeLessThanOrEqual(2)
  })

  test('counts what was refused', async () => {
    const of413 = 'steward_http_refused_total{status="413"}'
    const before = seriesValue(await scrape(), of413) ?? 0
    const body = `"${'x'.repeat(1_100_000)}"`
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${url}/api/admin/bills`, { method: 'POST', headers, body })
    expect(answer.status).toBe(413)
    expect(seriesValue(await scrape(), of413)).toBe(before + 1)
  })

  test('answers nothing else', async () => {
    for (const path of ['/', '/metrics/x', '/api/openapi.json'])
      expect((await fetch(new URL(path, metrics))).status).toBe(404)
    expect((await fetch(metrics, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${url}/metrics`)).headers.get('content-type')).not.toContain('version=')
  })

  // A pooler of a test has fewer sessions than it takes up.
  test.runIf(engine === 'postgresql' && !inject('pooler'))(
    'tells in time that the database doesn’t answer',
    async () => {
      let free = () => {}
      const freed = new Promise<void>((done) => {
        free = done
      })
      const held = Array.from({ length: 20 }, () =>
        app.db.transaction().execute(async (tx) => {
          await sql`select 1`.execute(tx)
          await freed
        }),
      )
      try {
        await expect
          .poll(async () => seriesValue(await scrape(), 'steward_database_up'), { interval: 500 })
          .toBe(0)
        expect(seriesValue(await scrape(), 'steward_unfolded_changes')).toBeUndefined()
      } finally {
        free()
        await Promise.all(held)
      }
      await expect
        .poll(async () => seriesValue(await scrape(), 'steward_database_up'), { interval: 500 })
        .toBe(1)
    },
  )
})

test('a port that is in use is one sentence, and no server', async () => {
  const port = await freePort()
  const other = createServer()
  await new Promise<void>((done) => other.listen(port, '127.0.0.1', done))
  const database = await openTestDatabase(usualEngine)
  await database.connection.close()
  const server = await serveDatabase(database, { METRICS_PORT: String(port) })
  expect(await server.ended).toBe(1)
  expect(server.err()).toContain(
    `Metrics can’t be served at 127.0.0.1:${port} (EADDRINUSE). Set METRICS_PORT and METRICS_HOST to an address of this machine that is free.`,
  )
  other.close()
  await database.dispose()
})

const seriesIn = (text: string) =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length
