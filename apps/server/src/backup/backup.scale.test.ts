import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openConnection } from '../db/connection/connection.ts'
import { seed } from '../load-test-data/seed.ts'
import { backupFolder, readAll } from '../testing/backups.ts'
import { directly, oneEngine, openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { atScale } from '../testing/scale.ts'

const rows = atScale ? 1_000_000 : 5_000
/** What a command may keep on its heap, in megabytes: the rows alone are ten times that. */
const heap = 96
/**
 * Megabytes of a whole process, whatever the number of rows; of the embedded engine, which lives in
 * it, by far the most is there with the first row.
 */
const most = { embedded: 1_500, postgresql: 450 }

const main = new URL('../cli/main.ts', import.meta.url).pathname

/** Runs a command. @returns the most megabytes that it held, or 0 where the system doesn't tell */
async function peakOf({ config }: TestDatabase, ...words: string[]): Promise<number> {
  const child = spawn(process.execPath, [main, ...words], {
    env: {
      ...process.env,
      DATA_DIR: config.dataDir,
      DATABASE_URL: config.databaseUrl ?? '',
      NODE_OPTIONS: `--max-old-space-size=${heap}`,
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      said += data
    })
  }
  let peak = 0
  const sampling = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1000)
  }, 100)
  const code = await new Promise((done) => child.on('close', done))
  clearInterval(sampling)
  console.info(
    `${words[0]} on ${config.databaseUrl ? 'PostgreSQL' : 'embedded'}: ${peak.toFixed()} MB; ${said}`,
  )
  expect([code, said]).toEqual([0, said])
  return peak
}

describe.each(oneEngine)('a large backup on %s', (engine) => {
  let folder: Awaited<ReturnType<typeof backupFolder>>
  const opened: TestDatabase[] = []
  beforeAll(async () => {
    folder = await backupFolder()
  })
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.dispose()
  })
  afterAll(() => folder.remove())

  test('is written and restored in constant memory', async () => {
    const source = await openTestDatabase(engine, directly)
    const target = await openTestDatabase(engine, directly)
    opened.push(source, target)
    const counts = { users: rows / 2, posts: rows / 5, bills: rows / 10, tasks: rows / 5 }
    await seed(source.connection, { counts })
    await source.connection.close()
    await target.connection.close()
    const path = folder.path('large.tar.gz')
    const written = await peakOf(source, 'backup', path)
    const checked = await peakOf(source, 'restore', path, '--check')
    const restored = await peakOf(target, 'restore', path, '--verify')
    for (const database of [source, target]) {
      database.connection = await openConnection(database.config)
    }
    expect(Math.max(written, restored)).toBeLessThan(most[engine])
    expect(checked).toBeLessThan(most.postgresql)
    const { rows: counted } = await target.connection.db
      .selectFrom('current_counters')
      .select(['area', (e) => e.fn.sum<number>('n').as('n')])
      .groupBy('area')
      .execute()
      .then((found) => ({
        rows: Object.fromEntries(found.map(({ area, n }) => [area, Number(n)])),
      }))
    expect(counted).toEqual(counts)
    // What --verify compared at any size is compared once more another way, where that is quick.
    if (rows > 100_000) return
    expect(await readAll(target.connection.db)).toEqual(await readAll(source.connection.db))
  }, 1_800_000)
})
