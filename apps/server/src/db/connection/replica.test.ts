import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../../config.ts'
import { administer } from '../../testing/global-setup.ts'
import {
  findPostgresPrograms,
  makePostgresServer,
  type PostgresServer,
} from '../../testing/postgres-server.ts'
import {
  askServer,
  freePort,
  type ServerProcess,
  spawnServer,
  testOwner,
  untilReady,
} from '../../testing/process.ts'
import { openConnection } from './connection.ts'
import { probeStandby } from './probes.ts'

const programs = findPostgresPrograms(['initdb', 'postgres', 'pg_basebackup'])

describe.runIf(programs)('two servers that read from a standby', () => {
  let primary: PostgresServer
  let standby: PostgresServer
  let ahead: PostgresServer | undefined
  let dataDir: string
  const servers: ServerProcess[] = []
  let token: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'steward-replica-'))
    primary = await makePostgresServer(programs ?? '')
    // Started before its database, it waits.
    const first = await begin({})
    await vi.waitFor(() => expect(first.err()).toContain('waiting for the database'), {
      timeout: 20_000,
    })
    await primary.start()
    await untilReady(first)
    await first.stop()
    standby = await makePostgresServer(programs ?? '', { standbyOf: primary.url })
    await standby.start()
    for (let n = 0; n < 2; n += 1) servers.push(await start({ DATABASE_READ_URL: standby.url }))
    token = (await ask(0, 'POST', 'auth/admin-login', testOwner)).token
  }, 180_000)
  afterAll(async () => {
    for (const server of servers) await server.stop('SIGKILL')
    await ahead?.dispose()
    await standby.dispose()
    await primary.dispose()
    await rm(dataDir, { recursive: true, force: true })
  })

  const begin = async (settings: Record<string, string>) =>
    spawnServer({
      DATABASE_URL: primary.url,
      DATA_DIR: dataDir,
      OWNER_EMAIL: testOwner.email,
      OWNER_PASSWORD: testOwner.password,
      LOG_LEVEL: 'info',
      PORT: String(await freePort()),
      ...settings,
    })
  const start = async (settings: Record<string, string>) => {
    const server = await begin(settings)
    await untilReady(server)
    return server
  }
  const ask = (n: number, method: string, path: string, body?: object) =>
    askServer(servers[n] as ServerProcess, method, path, { token, ...(body && { body }) })

  const select = async <T>(url: string, text: string, values: unknown[] = []): Promise<T> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<{ value: T }>(text, values)
    await client.end()
    return rows[0]?.value as T
  }
  /** How often the standby has read a table; told with a delay. */
  const scansOf = async (table: string) =>
    await select<number>(
      standby.url,
      'select (seq_scan + coalesce(idx_scan, 0))::int as value from pg_stat_user_tables where relname = $1',
      [table],
    )
  const untilReplayed = async (by: PostgresServer) => {
    const written = await select(primary.url, 'select pg_current_wal_flush_lsn() as value')
    const hasReplayed = () =>
      select(by.url, 'select pg_last_wal_replay_lsn() >= $1 as value', [written])
    await expect.poll(hasReplayed, { timeout: 30_000 }).toBe(true)
  }
  const untilAsked = async (path: string, table: string) => {
    const before = await scansOf(table)
    const scans = async () => {
      await ask(0, 'GET', path)
      return await scansOf(table)
    }
    await expect.poll(scans, { timeout: 30_000, interval: 300 }).toBeGreaterThan(before)
  }
  const makeAndList = async (name: string) => {
    await ask(0, 'POST', 'admin/category', { name })
    const listed = await ask(1, 'GET', `admin/categories?search=${encodeURIComponent(name)}`)
    return JSON.stringify(listed).split(name).length - 1
  }

  const probe = async () => {
    const settings = {
      DATA_DIR: dataDir,
      DATABASE_URL: primary.url,
      DATABASE_READ_URL: standby.url,
    }
    const config = readConfig(settings)
    const connection = await openConnection(config)
    try {
      return await probeStandby(connection.db, config)
    } finally {
      await connection.close()
    }
  }

  test('ask it for lists, searches and the audit log', async () => {
    await untilAsked('admin/bills', 'bills')
    await untilAsked('admin/audit-log', 'audit_entries')
  })

  test('read their own writes, and each other’s, at once', async () => {
    for (let n = 0; n < 20; n += 1) expect(await makeAndList(`At once ${n}`)).toBeGreaterThan(0)
  })

  test('read from the primary while it lags or is away, and from it again by themselves', async () => {
    await administer(standby.url, 'select pg_wal_replay_pause()')
    for (let n = 0; n < 5; n += 1) expect(await makeAndList(`Behind ${n}`)).toBeGreaterThan(0)
    await administer(standby.url, 'select pg_wal_replay_resume()')
    await untilAsked('admin/tasks', 'tasks')

    expect(await probe()).toBeUndefined()
    await standby.stop('immediate')
    expect(String(await probe())).toContain("can't be reached")
    for (let n = 0; n < 5; n += 1) expect(await makeAndList(`Alone ${n}`)).toBeGreaterThan(0)
    await expect.poll(() => servers[0]?.err(), { timeout: 10_000 }).toContain('is away')
    await standby.start()
    await untilAsked('admin/events', 'events')
    await expect.poll(() => servers[0]?.err(), { timeout: 10_000 }).toContain('is back')
  })

  test('ask the primary for what a standby can’t do', async () => {
    await ask(0, 'POST', 'admin/category', { name: 'Of then' })
    // Moments are told apart by the second.
    await new Promise((done) => setTimeout(done, 1_500))
    const asOf = new Date().toISOString()
    const then = await ask(1, 'GET', `admin/categories?asOf=${asOf}&search=Of+then`)
    expect(JSON.stringify(then)).toContain('Of then')
    const begun = await ask(1, 'POST', 'admin/exports', { area: 'categories', query: {} })
    const file = await fetch(`${servers[1]?.url()}${begun.url}`)
    expect(await file.text()).toContain('Of then')
  })

  test('of several hosts find the one that takes writes, also once it is another', async () => {
    const both = primary.url.replace('@', `@127.0.0.1:${new URL(standby.url).port},`)
    ahead = await makePostgresServer(programs ?? '', { standbyOf: primary.url })
    await ahead.start()
    servers.push(await start({ DATABASE_URL: both, DATABASE_READ_URL: ahead.url }))
    await ask(2, 'POST', 'admin/category', { name: 'Before the failover' })
    await untilReplayed(standby)
    await standby.stop('fast')
    await administer(primary.url, 'create table lost as select generate_series(1, 100000)')
    await untilReplayed(ahead)
    await primary.stop('immediate')
    await standby.start()
    await administer(standby.url, 'select pg_promote()')
    await ask(2, 'POST', 'admin/category', { name: 'After the failover' })
    // The other standby is further by what was lost, of an older timeline.
    const listed = JSON.stringify(await ask(2, 'GET', 'admin/categories?search=the+failover'))
    expect(listed).toContain('Before the failover')
    expect(listed).toContain('After the failover')
  })

  // It has the timeline of the new primary then, and a later position, without what was written since.
  test('notice a standby that is promoted, and no longer read from it', async () => {
    await administer(ahead?.url ?? '', 'select pg_promote()')
    await administer(ahead?.url ?? '', 'checkpoint')
    for (let n = 0; n < 10; n += 1) {
      const listed = await ask(2, 'GET', 'admin/categories?search=the+failover')
      expect(JSON.stringify(listed)).toContain('After the failover')
    }
    await expect.poll(() => servers[2]?.err(), { timeout: 10_000 }).toContain('is away')
  })
})
