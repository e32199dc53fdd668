import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConnection } from '../db/connection/connection.ts'
import { openTestBucket, type TestBucket } from '../testing/bucket.ts'
import { engines, openTestDatabase, type TestDatabase } from '../testing/database.ts'
import {
  askServer,
  type ServerProcess,
  serveDatabase,
  testOwner,
  untilReady,
} from '../testing/process.ts'

/** Two servers that have nothing in common but the database and the bucket. */
describe.runIf(engines.includes('postgresql'))('of two servers with one bucket', () => {
  let database: TestDatabase
  let bucket: TestBucket
  const folders: string[] = []
  const running: ServerProcess[] = []
  const serve = async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'steward-server-'))
    folders.push(dataDir)
    const server = await serveDatabase(database, {
      DATA_DIR: dataDir,
      S3_URL: bucket.url,
      SECRET_KEY: 'the same key on every server of this test',
    })
    running.push(server)
    await untilReady(server)
    return { server, dataDir }
  }
  beforeAll(async () => {
    bucket = await openTestBucket()
    database = await openTestDatabase('postgresql')
    await database.connection.close()
  })
  afterAll(async () => {
    for (const server of running) await server.stop('SIGKILL')
    await database.dispose()
    await bucket.dispose()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })
  const reopened = async () => {
    database.connection = await openConnection(database.config)
    return database.connection
  }
  const signIn = async (server: ServerProcess): Promise<string> =>
    (await askServer(server, 'POST', 'auth/admin-login', { body: testOwner })).token
  const rows = 30_000
  const csv = `id,title\n${Array.from({ length: rows }, (_, n) => `${n},Task ${n}\n`).join('')}x,\n`

  const send = async (server: ServerProcess, token: string, body: string) => {
    const answer = await fetch(`${server.url()}/api/admin/imports?area=tasks&name=a.csv`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body,
    })
    const { data } = (await answer.json()) as { data: { _id: string } }
    return data._id
  }

  test('one killed in the middle of an upload leaves nothing in the bucket, and the other takes the file anew', async () => {
    const { server } = await serve()
    const token = await signIn(server)
    const { hostname, port } = new URL(server.url())
    const upload = request({
      hostname,
      port,
      method: 'POST',
      path: '/api/admin/imports?area=tasks&name=half.csv',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/octet-stream',
        'content-length': 50_000_000,
      },
    })
    const ended = new Promise((done) => upload.on('error', done))
    upload.write('x'.repeat(8_000_000))
    const dataDir = folders.at(-1) ?? ''
    await expect.poll(() => readdir(join(dataDir, 'temporary')).catch(() => [])).toHaveLength(1)
    await server.stop('SIGKILL')
    await ended
    expect(await bucket.names()).toEqual([])
  })

  test('one killed in the middle of an import leaves the rest to the other, which works from the bucket', async () => {
    const first = await serve()
    const token = await signIn(first.server)
    const file = await send(first.server, token, csv)
    expect(await bucket.names()).toEqual([`imports/${file}`])
    const job = await askServer(first.server, 'POST', `admin/imports/${file}/start`, {
      token,
      body: { id: ['id'] },
    })
    const look = (server: ServerProcess) =>
      askServer(server, 'GET', `admin/jobs/${job._id}`, { token })
    await expect
      .poll(async () => (await look(first.server)).changed, { interval: 20 })
      .toBeGreaterThan(0)
    await first.server.stop('SIGKILL')
    const { db } = await reopened()
    const { rows: left } = await sql<{ changed: number }>`select changed from jobs`.execute(db)
    expect(left).toEqual([{ changed: expect.toSatisfy((n) => n > 0 && n < rows) }])
    const second = await serve()
    await expect
      .poll(async () => (await look(second.server)).status, { timeout: 60_000 })
      .toBe('done')
    expect(await look(second.server)).toMatchObject({ changed: rows, failed: 1, total: rows + 1 })
    const { rows: counted } = await sql<{
      n: number
    }>`select count(*)::int as n from tasks`.execute(db)
    expect(counted).toEqual([{ n: rows }])
    // The report, made by the second one, is everybody's.
    const third = await serve()
    const report = await fetch(`${third.server.url()}/api/admin/imports/${file}/report`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await report.text()).toContain(`${rows + 2},`)
    expect(await readdir(join(second.dataDir, 'temporary'))).toEqual([])
  })

  test.runIf(process.platform === 'linux')(
    'a large file passes through without being held in memory',
    async () => {
      const { server } = await serve()
      const token = await signIn(server)
      const peak = async () => {
        const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8')
        return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024
      }
      const before = await peak()
      const megabytes = 150
      const file = await send(server, token, 'x'.repeat(megabytes * 1_048_576))
      expect(await bucket.names()).toContain(`imports/${file}`)
      expect((await peak()) - before).toBeLessThan(megabytes / 2)
    },
  )
})
