import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../db/connection/connection.ts'
import { backUp, backupFolder, readAll, restoreFrom } from '../testing/backups.ts'
import { oneEngine, openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { counterFindings } from '../testing/integrity.ts'

const writers = 3
const rowsBefore = 12_000

/** An id that follows from what it is of. */
const idOf = (...of: (string | number)[]) =>
  hash('sha256', of.join(' ')).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')

/** The nth transaction of a writer: always the same rows, in several tables, some changed and some gone. */
async function writeNth(db: Db, writer: number, n: number): Promise<void> {
  const at = new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString()
  const user = idOf('user', writer, n)
  await db.transaction().execute(async (tx) => {
    await sql`insert into users (id, name, type, created_at, updated_at)
      values (${user}, ${`Person ${writer} ${n}`}, 'member', ${at}, ${at})`.execute(tx)
    await sql`insert into posts (id, author_id, text, created_at, updated_at)
      values (${idOf('post', writer, n)}, ${user}, ${'text '.repeat(n % 50)}, ${at}, ${at})`.execute(
      tx,
    )
    await sql`insert into bills (id, number, title, payer_id, payer_name, amount, currency, created_at, updated_at)
      values (${idOf('bill', writer, n)}, ${`W${writer}-${n}`}, 'A bill', ${user}, 'x', ${n}, 'EUR', ${at}, ${at})`.execute(
      tx,
    )
    await sql`update users set name = name || ' changed', version = version + 1
      where id = ${idOf('user', writer, n - 1)}`.execute(tx)
    await sql`delete from posts where id = ${idOf('post', writer, n - 2)}`.execute(tx)
    // As each change of Steward's own does, by which Citus holds a COMMIT back while snapshots are taken.
    await sql`insert into counter_deltas (area, n) values ('posts', 0)`.execute(tx)
  })
}

/** Rows that are there before anybody writes, so that a backup takes a while. */
async function fill(db: Db): Promise<void> {
  await sql`insert into tasks (id, title, created_at, updated_at)
    select md5('task' || n)::uuid, 'Task ' || n, '2026-01-01', '2026-01-01'
    from generate_series(1, ${sql.lit(rowsBefore)}) as n`.execute(db)
  await sql`update schema_migrations set applied_at = '2026-01-01'`.execute(db)
}

/** Everything but the counters, which a restore makes anew. */
const withoutCounters = (all: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(all).filter(([table]) => !/counter|deltas/.test(table)))

describe.each(oneEngine)('a backup of %s while others write', (engine) => {
  let folder: Awaited<ReturnType<typeof backupFolder>>
  const opened: TestDatabase[] = []
  const open = async () => {
    const database = await openTestDatabase(engine, { writesBySql: true })
    opened.push(database)
    return database
  }
  beforeAll(async () => {
    folder = await backupFolder()
  })
  afterAll(async () => {
    for (const database of opened) await database.dispose()
    await folder.remove()
  })

  test('holds one moment: each transaction whole or not at all, and those before it', async () => {
    const source = await open()
    const { db } = source.connection
    await fill(db)
    const written = Array<number>(writers).fill(0)
    let stopped = false
    const write = async (writer: number) => {
      while (!stopped) {
        await writeNth(db, writer, written[writer] ?? 0)
        written[writer] = (written[writer] ?? 0) + 1
      }
    }
    const writing = Promise.all(written.map((_, writer) => write(writer)))
    await expect.poll(() => Math.min(...written), { timeout: 60_000 }).toBeGreaterThan(5)
    const atStart = [...written]
    let atFirstRows: number[] | undefined
    await backUp(source, folder.path('while'), {
      onProgress: () => {
        atFirstRows ??= [...written]
      },
    })
    const atEnd = [...written]
    stopped = true
    await writing

    const target = await open()
    await restoreFrom(folder.path('while'), target)
    const { rows } = await sql<{ writer: number; n: number }>`
      select split_part(number, '-', 1) as writer, count(*)::int as n from bills group by 1 order by 1
    `.execute(target.connection.db)
    const held = rows.map((row) => row.n)
    for (let writer = 0; writer < writers; writer += 1) {
      expect(held[writer]).toBeGreaterThanOrEqual(atStart[writer] ?? 0)
      expect(held[writer]).toBeLessThanOrEqual((atFirstRows?.[writer] ?? 0) + 1)
    }
    // The very same transactions, up to those that the backup holds, and nothing else.
    const copy = await open()
    await fill(copy.connection.db)
    for (const [writer, most] of held.entries()) {
      for (let n = 0; n < most; n += 1) await writeNth(copy.connection.db, writer, n)
    }
    expect(withoutCounters(await readAll(target.connection.db))).toEqual(
      withoutCounters(await readAll(copy.connection.db)),
    )
    expect(await counterFindings(target.connection.db)).toEqual([])
    // And nobody had to wait for its end: writing went on while the rows were read, beyond what each had begun.
    const sum = (counts: readonly number[]) => counts.reduce((all, each) => all + each, 0)
    expect(sum(atEnd)).toBeGreaterThan(sum(atFirstRows ?? []) + writers)
  })
})
