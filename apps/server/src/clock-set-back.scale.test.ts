import { globSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { keyHeader } from '@steward/contract/calls/idempotency'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { openConnection } from './db/connection/connection.ts'
import { followLive } from './testing/follow-live.ts'
import { integrityFindings } from './testing/integrity.ts'
import { startLoad } from './testing/load.ts'
import { endJobs, loadFindings, makeLoadPosts, summaryOf } from './testing/load-findings.ts'
import { findPostgresPrograms, makePostgresServer } from './testing/postgres-server.ts'
import { askServer, freePort, spawnServer, testOwner, untilReady } from './testing/process.ts'
import { atScale } from './testing/scale.ts'

/** How often the clock is set back by an hour, and put right again. */
const times = 3
const hour = 3_600
const clients = 4
const preload = fileURLToPath(new URL('testing/shifted-clock.ts', import.meta.url))

const programs = findPostgresPrograms()
/** Sets the clock of a PostgreSQL (Debian's package libfaketime); without it only the server's own moves. */
const faketime = globSync('/usr/lib/*/faketime/libfaketime.so.1')[0]
const engines = [
  { engine: 'embedded' as const },
  ...(programs ? [{ engine: 'postgresql' as const }] : []),
]

describe.runIf(atScale).each(engines)(
  'a clock that is set back by an hour under $engine',
  ({ engine }) => {
    const ends: (() => unknown)[] = []
    afterEach(async () => {
      for (const end of ends.splice(0).reverse()) await end()
    })

    test('signs nobody out, keeps nobody waiting, and leaves the audit log whole', async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'steward-clock-'))
      ends.push(() => rm(dataDir, { recursive: true, force: true }))
      const clockOf = { server: join(dataDir, 'clock'), postgres: '/tmp/none' }
      const settings: Record<string, string> = { DATA_DIR: dataDir, DEMO: '0' }
      const setClock = async (seconds: number) => {
        const put = async (path: string, text: string) => {
          await writeFile(`${path}.new`, text, { mode: 0o644 })
          await rename(`${path}.new`, path)
        }
        await put(clockOf.server, String(seconds))
        if (engine === 'postgresql')
          await put(clockOf.postgres, `${seconds < 0 ? '' : '+'}${seconds}`)
      }
      if (engine === 'postgresql') {
        const folder = await mkdtemp(join(tmpdir(), 'steward-clock-postgres-'))
        ends.push(() => rm(folder, { recursive: true, force: true }))
        clockOf.postgres = `${folder}-clock`
        ends.push(() => rm(clockOf.postgres, { force: true }))
        await setClock(0)
        const env = {
          LD_PRELOAD: faketime ?? '',
          FAKETIME_TIMESTAMP_FILE: clockOf.postgres,
          FAKETIME_CACHE_DURATION: '1',
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
        }
        const postgres = await makePostgresServer(programs ?? '', faketime ? { env } : {})
        ends.push(postgres.dispose)
        await postgres.start()
        settings['DATABASE_URL'] = postgres.url
      }
      await setClock(0)
      const port = String(await freePort())
      const { email, password } = testOwner
      const start = async () => {
        const started = spawnServer({
          ...settings,
          PORT: port,
          OWNER_EMAIL: email,
          OWNER_PASSWORD: password,
          NODE_OPTIONS: `--import=${preload}`,
          STEWARD_TEST_CLOCK: clockOf.server,
        })
        ends.push(() => started.stop('SIGKILL'))
        await untilReady(started)
        return started
      }
      let server = await start()
      const { token } = await askServer(server, 'POST', 'auth/admin-login', { body: testOwner })
      const beside = await openConnection(readConfig(settings), { share: true })
      const posts = await makeLoadPosts(beside.db, 8_000)
      await beside.close()

      const post = (path: string, body: object, headers: Record<string, string> = {}) =>
        fetch(`${server.url()}/api/${path}`, {
          method: 'POST',
          signal: AbortSignal.timeout(15_000),
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            ...headers,
          },
          body: JSON.stringify(body),
        })
      const guess = async () => {
        const answer = await post('auth/admin-login', {
          email: 'x@example.com',
          password: 'guessed',
        })
        await answer.arrayBuffer()
        return answer.status
      }
      const keyed = async (n: number) => {
        const answer = await post(
          'admin/category',
          { name: `Keyed ${n}` },
          { [keyHeader]: `key ${n}` },
        )
        return ((await answer.json()) as { data?: { _id: string } }).data?._id
      }
      const isTold = async (name: string) => {
        const live = followLive(server, token)
        await wait(300)
        const made = await askServer(server, 'POST', 'admin/category', { token, body: { name } })
        await expect.poll(live.text, { timeout: 10_000 }).toContain(made._id)
        live.end()
      }

      const target = { url: server.url(), token, deadlineMs: 30_000 }
      const writing = startLoad(target, clients, posts)
      ends.push(writing.stop)
      for (let time = 0; time < times; time += 1) {
        for (let tries = 0; (await guess()) !== 429; tries += 1) expect(tries).toBeLessThan(60)
        const made = await keyed(time)
        await wait(500)
        await setClock(-hour)
        await wait(1_500)
        await isTold(`Told ${time}`)
        // What a server holds whose end comes now (leases of jobs) would last for an hour more.
        await server.stop('SIGKILL')
        server = await start()
        expect(await keyed(time)).toBe(made)
        await isTold(`Told again ${time}`)
        // A window of attempts that has not begun yet is none.
        if (engine === 'embedded' || faketime) expect(await guess()).toBe(401)
        await endJobsOf()
        await setClock(0)
        await wait(1_500)
        await isTold(`Told at last ${time}`)
        expect((await askServer(server, 'GET', 'admin/users/list', { token })).users).toBeDefined()
      }
      await writing.stop()
      await endJobs(server, token)
      expect(await server.stop()).toBe(0)

      async function endJobsOf() {
        const open = writing.deletions.map(({ job }) => job).filter((job) => job !== undefined)
        const first = open[0]
        if (first === undefined) return
        await expect
          .poll(
            async () => (await askServer(server, 'GET', `admin/jobs/${first}`, { token })).status,
            {
              timeout: 30_000,
            },
          )
          .toBe('done')
      }

      const { figures } = writing
      console.info(
        `${engine}: ${times} times, ${faketime ? '' : 'without libfaketime, '}${summaryOf(writing)}`,
      )
      // Nobody is signed out (401), nothing is taken for a fault (500); 0 is a connection of the killed
      // server, 429 that many uploads whose answers were lost wait to be imported.
      const statuses = Object.keys(figures.statuses).filter((status) => status !== '409')
      expect(writing.refusals).toEqual([])
      expect(
        statuses.filter((status) => !['0', '429', '503'].includes(status)),
        server.err(),
      ).toEqual(['200', '201'])
      expect([figures.hung, figures.withoutRetryAfter]).toEqual([0, 0])
      const after = await openConnection(readConfig(settings))
      try {
        expect(await loadFindings(after.db, writing)).toEqual([])
        expect(await integrityFindings(after.db)).toEqual([])
        const { rows } = await sql<{ back: number }>`
        select count(*) as back from (
          select at - lag(at) over (order by id) < interval '-50 minutes' as back from audit_entries
        ) as each where back`.execute(after.db)
        // The clock of the audit log is that of the database.
        if (engine === 'embedded' || faketime) expect(rows[0]?.back).toBeGreaterThanOrEqual(times)
      } finally {
        await after.close()
      }
    }, 900_000)
  },
)
