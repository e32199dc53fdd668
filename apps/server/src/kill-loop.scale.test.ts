import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { openConnection } from './db/connection/connection.ts'
import { oneEngine, openTestDatabase, type TestDatabase } from './testing/database.ts'
import { integrityFindings } from './testing/integrity.ts'
import { type Load, startLoad } from './testing/load.ts'
import { endJobs, loadFindings, makeLoadPosts, summaryOf } from './testing/load-findings.ts'
import {
  askServer,
  freePort,
  type ServerProcess,
  serveDatabase,
  testOwner,
  untilReady,
} from './testing/process.ts'
import { atScale } from './testing/scale.ts'

const kills = atScale ? { embedded: 60, postgresql: 60 } : { embedded: 1, postgresql: 1 }
const clients = 6

describe.each(oneEngine)(
  'a server on %s that is killed again and again while clients write',
  (engine) => {
    let database: TestDatabase | undefined
    let server: ServerProcess | undefined
    let load: Load | undefined
    afterEach(async () => {
      await load?.stop()
      await server?.stop('SIGKILL')
      await database?.dispose()
    })

    test('loses no acknowledged write, and makes none twice', async () => {
      const made = await openTestDatabase(engine)
      database = made
      const posts = await makeLoadPosts(made.connection.db, atScale ? 20_000 : 1_000)
      await made.connection.close()
      const port = String(await freePort())
      const start = async () => {
        const started = await serveDatabase(made, { PORT: port })
        server = started
        await untilReady(started)
        return started
      }
      let running = await start()
      const { token } = await askServer(running, 'POST', 'auth/admin-login', { body: testOwner })
      const target = { url: running.url(), token, deadlineMs: 60_000 }
      const writing = startLoad(target, clients, posts)
      load = writing
      const seen: number[] = []
      for (let kill = 0; kill < kills[engine]; kill += 1) {
        const before = writing.changes.filter(({ acknowledged }) => acknowledged).length
        await wait(atScale ? 300 + Math.random() * 1_500 : 1_000)
        seen.push(writing.changes.filter(({ acknowledged }) => acknowledged).length - before)
        await running.stop('SIGKILL')
        running = await start()
      }
      await wait(500)
      await writing.stop()
      await endJobs(running, token)
      expect(await running.stop()).toBe(0)

      made.connection = await openConnection(made.config)
      const { db } = made.connection
      expect(await loadFindings(db, writing)).toEqual([])
      expect(await integrityFindings(db)).toEqual([])
      // Most kills came while something was written, or this says nothing.
      expect(seen.filter((changes) => changes > 0).length).toBeGreaterThan(kills[engine] / 2)
      console.info(`${engine}: ${kills[engine]} kills; ${summaryOf(writing)}`)
      const { figures } = writing
      expect([figures.hung, figures.withoutRetryAfter]).toEqual([0, 0])
    }, 1_800_000)
  },
)
