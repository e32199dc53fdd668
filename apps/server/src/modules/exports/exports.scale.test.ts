import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { oneEngine, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { makeOffers } from '../../testing/many-offers.ts'
import {
  askServer,
  type ServerProcess,
  serveDatabase,
  testOwner,
  untilReady,
} from '../../testing/process.ts'
import { atScale } from '../../testing/scale.ts'

const rows = atScale ? 1_000_000 : 5_000
/** What the server may keep on its heap, in megabytes: a file of a million rows is over 300. */
const heap = 96
/** Megabytes by which the second half may need more than the first, whatever the number of rows. */
const maxGrowth = 100

/** Megabytes that a process holds, or 0 where the system doesn't tell. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return (Number(statm.split(' ')[1] ?? 0) * 4096) / 1e6
}

describe.each(oneEngine)('a large export on %s', (engine) => {
  let database: TestDatabase | undefined
  let server: ServerProcess | undefined
  afterEach(async () => {
    await server?.stop()
    await database?.dispose()
  })

  test('streams every row in constant memory', async () => {
    database = await openTestDatabase(engine)
    await makeOffers(database.connection.db, rows)
    await database.connection.close()
    server = await serveDatabase(database, { NODE_OPTIONS: `--max-old-space-size=${heap}` })
    await untilReady(server)
    const { token } = await askServer(server, 'POST', 'auth/admin-login', { body: testOwner })
    const begun = await askServer(server, 'POST', 'admin/exports', {
      token,
      body: { area: 'shoppingPosts', query: { sort: 'price' } },
    })
    expect(begun.total).toBe(rows)

    const answer = await fetch(`${server.url()}${begun.url}`)
    let lines = 0
    let bytes = 0
    let chunks = 0
    const most = [0, 0]
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.length
      for (const byte of chunk) if (byte === 10) lines += 1
      if (chunks++ % 20 > 0) continue
      const half = lines < rows / 2 ? 0 : 1
      most[half] = Math.max(most[half] ?? 0, await memoryOf(server.child.pid))
    }
    expect(lines).toBe(rows + 1)
    expect(bytes).toBeGreaterThan(rows * 250)
    const [first = 0, second = 0] = most
    console.info(`${engine}: ${rows} rows, ${first.toFixed()} MB, then ${second.toFixed()} MB`)
    expect(second - first).toBeLessThan(maxGrowth)
  }, 1_200_000)
})
