import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { type Connection, openConnection } from '../../db/connection/connection.ts'
import { oneEngine, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import {
  askServer,
  freePort,
  type ServerProcess,
  serveDatabase,
  testOwner,
  untilReady,
} from '../../testing/process.ts'
import { atScale } from '../../testing/scale.ts'

const bills = atScale ? 100 : 12
const events = atScale ? 3_000 : 72
const kills = atScale ? 6 : 2

const program = fileURLToPath(new URL('../../testing/webhook-receiver-process.ts', import.meta.url))
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** A receiver in its own process, started again a moment after each of its deaths. */
async function receiverProcess(file: string) {
  const port = await freePort()
  let mode = 'bad'
  let child: ChildProcess | undefined
  let isOver = false
  let starts = 0
  const keepUp = (async () => {
    while (!isOver) {
      child = spawn(process.execPath, [program, String(port), file, mode], { stdio: 'ignore' })
      starts += 1
      await once(child, 'close')
      await sleep(300)
    }
  })()
  return {
    port,
    starts: () => starts,
    recover: () => {
      mode = 'good'
      child?.kill('SIGKILL')
    },
    end: async () => {
      isOver = true
      child?.kill('SIGKILL')
      await keepUp
    },
  }
}

describe.each(oneEngine)('webhooks on %s', (engine) => {
  let database: TestDatabase | undefined
  let server: ServerProcess | undefined
  let receiver: Awaited<ReturnType<typeof receiverProcess>> | undefined
  let folder = ''
  afterEach(async () => {
    await server?.stop('SIGKILL')
    await receiver?.end()
    await database?.dispose()
    await rm(folder, { recursive: true, force: true })
  })

  test('send every event at least once, in the order of each record, to a receiver that fails, hangs, is late and dies, while the server is killed', async () => {
    folder = await mkdtemp(join(tmpdir(), 'steward-webhooks-'))
    const file = join(folder, 'received')
    const received = async () =>
      (await readFile(file, 'utf8').catch(() => ''))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => {
          const [message = '', entry = '', record = ''] = line.split(' ')
          return { message, entry: Number(entry), record }
        })
    receiver = await receiverProcess(file)
    const made = await openTestDatabase(engine)
    database = made
    const ids = await create(
      made.connection.db,
      'bills',
      ...Array.from({ length: bills }, () => ({})),
    )
    await made.connection.close()
    const start = async () => {
      const started = await serveDatabase(made, { OUTBOUND_PRIVATE_NETWORKS: '127.0.0.0/8' })
      server = started
      await untilReady(started)
      return started
    }
    let running = await start()
    const { token } = await askServer(running, 'POST', 'auth/admin-login', { body: testOwner })
    await askServer(running, 'POST', 'admin/integrations/webhooks', {
      token,
      body: { name: 'Receiver', url: `http://127.0.0.1:${receiver.port}/`, areas: ['bills'] },
    })
    /** Makes changes from one number to another, each of another bill. */
    const change = async (from: number, to: number) => {
      for (let n = from; n < to; n += 1)
        await askServer(running, 'PUT', `admin/bills/${ids[n % bills]}`, {
          token,
          body: { data: { notes: `change ${n}` } },
        })
    }
    const parts = Array.from({ length: kills + 2 }, (_, part) =>
      Math.floor((events * part) / (kills + 1)),
    )
    for (let part = 0; part <= kills; part += 1) {
      await change(parts[part] ?? 0, parts[part + 1] ?? 0)
      if (part === kills) break
      const before = (await received()).length
      await expect
        .poll(async () => (await received()).length, { timeout: 60_000 })
        .toBeGreaterThan(before + 2)
      await running.stop('SIGKILL')
      running = await start()
    }
    receiver.recover()

    const connection: Connection = await openConnection(made.config, { share: true })
    try {
      const entries = await sql<{ id: number; record_id: string }>`
        select id, record_id from audit_entries
        where area = 'bills' and action = 'update' order by id`.execute(connection.db)
      expect(entries.rows).toHaveLength(events)
      /** What still comes; the pauses of days are left out. */
      const missing = async () => {
        await sql`update webhook_deliveries set next_at = clock_timestamp() where status = 'waiting'`.execute(
          connection.db,
        )
        const there = new Set((await received()).map(({ entry }) => entry))
        return entries.rows.filter(({ id }) => !there.has(id)).length
      }
      await expect.poll(missing, { timeout: atScale ? 600_000 : 90_000, interval: 500 }).toBe(0)
    } finally {
      await connection.close()
    }

    const all = await received()
    for (const [, ofRecord] of Map.groupBy(all, ({ record }) => record)) {
      const order = ofRecord.map(({ entry }) => entry)
      expect(order).toEqual([...order].sort((one, other) => one - other))
    }
    // Each event has one id, whenever it came; and they did come more than once, or this says little.
    const named = Map.groupBy(all, ({ entry }) => entry)
    expect(
      [...named.values()].every((same) => new Set(same.map(({ message }) => message)).size === 1),
    ).toBe(true)
    expect(new Set(all.map(({ message }) => message)).size).toBe(events)
    expect(all.length).toBeGreaterThan(events)
    expect(receiver.starts()).toBeGreaterThan(1)
  }, 900_000)
})
