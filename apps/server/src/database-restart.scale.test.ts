import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { openConnection } from './db/connection/connection.ts'
import { followLive } from './testing/follow-live.ts'
import { integrityFindings } from './testing/integrity.ts'
import { type Load, startLoad } from './testing/load.ts'
import { endJobs, loadFindings, makeLoadPosts, summaryOf } from './testing/load-findings.ts'
import {
  findPostgresPrograms,
  makePostgresServer,
  type PostgresServer,
} from './testing/postgres-server.ts'
import {
  askServer,
  freePort,
  type ServerProcess,
  spawnServer,
  testOwner,
  untilReady,
} from './testing/process.ts'
import { atScale } from './testing/scale.ts'

/** How long PostgreSQL is away each time; milliseconds. */
const away = atScale ? [500, 2_000, 500, 15_000, 1_000, 3_000, 40_000, 500] : [500, 1_500]
const clients = 6
/** A silent database is given up after 8 seconds; machines that do other things need some more. */
const deadlineMs = 15_000

const programs = findPostgresPrograms()

describe.runIf(programs)('a server whose PostgreSQL is stopped and started under load', () => {
  let postgres: PostgresServer
  let dataDir: string
  let server: ServerProcess
  let load: Load | undefined
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'steward-restart-'))
    postgres = await makePostgresServer(programs ?? '')
    await postgres.start()
    server = spawnServer({
      DATABASE_URL: postgres.url,
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      OWNER_EMAIL: testOwner.email,
      OWNER_PASSWORD: testOwner.password,
    })
    await untilReady(server)
  })
  afterAll(async () => {
    await load?.stop()
    await server.stop('SIGKILL')
    await postgres.dispose()
    await rm(dataDir, { recursive: true, force: true })
  })

  /** What a caller hears who has no session. */
  const askOnce = async () => {
    const signal = AbortSignal.timeout(deadlineMs)
    const headers = { authorization: `Bearer ${'x'.repeat(43)}` }
    const answer = await fetch(`${server.url()}/api/admin/bills`, { signal, headers })
    await answer.arrayBuffer()
    return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
  }
  const untilAnswer = async (wanted: number) => {
    const began = performance.now()
    for (;;) {
      const { status, retryAfter } = await askOnce()
      if (status === 503) expect(Number(retryAfter)).toBeGreaterThan(0)
      if (status === wanted) return Math.round(performance.now() - began)
      if (performance.now() - began > 20_000) throw new Error(`it stays ${status}`)
      await wait(20)
    }
  }

  test('says so and comes back by itself, with no acknowledged write lost', async () => {
    const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: postgres.url, DEMO: '0' })
    const before = await openConnection(config)
    const posts = await makeLoadPosts(before.db, atScale ? 4_000 : 1_000)
    await before.close()
    const { token } = await askServer(server, 'POST', 'auth/admin-login', { body: testOwner })
    const live = followLive(server, token)
    const writing = startLoad({ url: server.url(), token, deadlineMs }, clients, posts)
    load = writing
    const times: { away: number; red: number; green: number }[] = []
    for (const [n, ms] of away.entries()) {
      await wait(800)
      expect((await askOnce()).status).toBe(401)
      await postgres.stop(n % 2 === 0 ? 'fast' : 'immediate')
      const red = await untilAnswer(503)
      await wait(ms)
      // Each instance is ready for itself: a proxy without servers would say less than we do.
      for (const each of ['live', 'ready'])
        expect((await fetch(`${server.url()}/health/${each}`)).status).toBe(200)
      await postgres.start()
      times.push({ away: ms, red, green: await untilAnswer(401) })
    }
    await wait(500)
    await writing.stop()
    await endJobs(server, token)

    // Whoever follows the changes has not noticed, and hears of what comes now.
    expect(await live.isBroken()).toBe(false)
    const body = { name: 'After all of it' }
    const made = await askServer(server, 'POST', 'admin/category', { token, body })
    await expect.poll(live.text, { timeout: 10_000 }).toContain(made._id)
    live.end()

    const { figures } = writing
    console.info(`${summaryOf(writing)}; red and green: ${JSON.stringify(times)}`)
    expect(server.child.exitCode).toBe(null)
    // Nobody is signed out, nothing is taken for a fault, and no connection breaks. Files to import are
    // read by turns (429).
    const usual = ['409', '429']
    const statuses = Object.keys(figures.statuses).filter((status) => !usual.includes(status))
    expect(statuses.sort()).toEqual(['200', '201', '503'])
    expect([figures.hung, figures.withoutRetryAfter]).toEqual([0, 0])
    expect(await server.stop()).toBe(0)

    const after = await openConnection(config)
    try {
      expect(await loadFindings(after.db, writing)).toEqual([])
      expect(await integrityFindings(after.db)).toEqual([])
    } finally {
      await after.close()
    }
  }, 600_000)
})
