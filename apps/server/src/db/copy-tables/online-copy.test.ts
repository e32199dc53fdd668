import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { openConnection } from '../connection/connection.ts'
import { copyOnline } from './online-copy.ts'

let source: TestDatabase
let folder: string
beforeAll(async () => {
  source = await openTestDatabase('embedded')
  await sql`create table noted (n int primary key, text text)`.execute(source.connection.db)
})
afterAll(() => source.dispose())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-copy-'))
  await mkdir(join(folder, 'database'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const copy = (signal = new AbortController().signal) =>
  copyOnline(
    source.connection.db,
    join(source.config.dataDir, 'database'),
    join(folder, 'database'),
    signal,
  )

/** Opens the copy. @returns its numbers, and whether its index knows the same */
async function numbersOf(): Promise<{ n: number; most: number; byIndex: number }> {
  const { db, close } = await openConnection({ dataDir: folder, databaseUrl: undefined })
  try {
    const counted = await sql<{ n: number; most: number }>`
      select count(*)::int as n, max(n) as most from noted`.execute(db)
    await sql`set enable_seqscan = off`.execute(db)
    const found = await sql<{ n: number }>`
      select count(*)::int as n from noted where n >= 0 and n < 1000000000`.execute(db)
    const { n = 0, most = 0 } = counted.rows[0] ?? {}
    return { n, most, byIndex: found.rows[0]?.n ?? 0 }
  } finally {
    await close()
  }
}

/** Writes one number after the other until it is stopped. */
function writeNumbers(after: (n: number) => Promise<unknown> = async () => {}) {
  const { db } = source.connection
  let stopped = false
  let written = 0
  const ended = (async () => {
    await sql`truncate noted`.execute(db)
    while (!stopped) {
      await sql`insert into noted values (${written}, repeat('x', 1000))`.execute(db)
      written += 1
      await after(written)
    }
  })()
  return {
    written: () => written,
    stop: async () => {
      stopped = true
      await ended
    },
  }
}

test('holds what was written before its end, in order, while others write', async () => {
  const writing = writeNumbers()
  await expect.poll(writing.written).toBeGreaterThan(20)
  const before = writing.written()
  await copy()
  const atEnd = writing.written()
  await writing.stop()
  const { n, most, byIndex } = await numbersOf()
  expect({ most, byIndex }).toEqual({ most: n - 1, byIndex: n })
  expect(atEnd).toBeGreaterThan(before + 5)
  expect(n).toBeGreaterThan(before + 5)
  expect(n).toBeLessThanOrEqual(atEnd + 1)
})

test('also where the log is written on so fast that its beginning goes', async () => {
  const { db } = source.connection
  const writing = writeNumbers(async () => {
    await sql`select pg_switch_wal()`.execute(db)
    await sql`checkpoint`.execute(db)
  })
  await expect.poll(writing.written).toBeGreaterThan(2)
  await copy()
  const atEnd = writing.written()
  await writing.stop()
  const { n, most, byIndex } = await numbersOf()
  expect({ most, byIndex }).toEqual({ most: n - 1, byIndex: n })
  // While the second attempt ran nobody wrote.
  expect(Math.abs(n - atEnd)).toBeLessThanOrEqual(1)
})

test('also after one that was killed in the middle, or stopped', async () => {
  const { db } = source.connection
  await sql`select pg_backup_start('left behind')`.execute(db)
  await copy()
  await expect(copy(AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
  // The engine is nobody's again.
  await expect(sql`select pg_backup_stop(false)`.execute(db)).rejects.toThrow('not in progress')
  expect(await readdir(join(folder, 'database'))).toContain('backup_label')
})
