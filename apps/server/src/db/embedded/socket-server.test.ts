import { connect } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { copyIntoTable } from '../copy-tables/copy.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await openTestDatabase('embedded')
})
afterAll(() => test.dispose())

it('gives every query its own rows, however many run at once', async () => {
  const { db } = test.connection
  const value = (n: number) => sql<{ v: number }>`select ${n}::int as v`
  for (let round = 0; round < 40; round += 1) {
    const numbers = Array.from({ length: 8 }, (_, i) => round * 8 + i)
    const answers = await Promise.all(
      numbers.map(async (n) => {
        if (n % 5 === 0) await expect(sql`select 1 / ${0}::int`.execute(db)).rejects.toThrow('zero')
        const { rows } =
          n % 2 === 0
            ? await value(n).execute(db)
            : await db.transaction().execute((tx) => value(n).execute(tx))
        return rows[0]?.v
      }),
    )
    expect(answers).toEqual(numbers)
  }
})

it('undoes what a client leaves in the middle, and goes on', async () => {
  const { db } = test.connection
  await sql`create table left_behind (n int)`.execute(db)
  const client = connect(join(test.config.dataDir, 'run', '.s.PGSQL.5432'))
  const send = (type: string, body: Buffer) => {
    const head = Buffer.alloc(5)
    head.write(type)
    head.writeInt32BE(body.length + 4, 1)
    client.write(Buffer.concat([head, body]))
  }
  const answered = (mark: string) =>
    new Promise<void>((done) => {
      client.on('data', (data) => {
        if (data.includes(mark)) done()
      })
    })
  const startup = Buffer.from('\0\0\0\0\0\x03\0\0user\0postgres\0database\0postgres\0\0', 'latin1')
  startup.writeInt32BE(startup.length, 0)
  client.write(startup)
  send('Q', Buffer.from('begin; insert into left_behind values (1);\0'))
  await answered('INSERT 0 1')
  // A parse without its end, and gone.
  send('P', Buffer.from('\0select 1\0\0\0'))
  client.destroy()
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from left_behind`.execute(db)
  expect(rows[0]?.n).toBe(0)
})

it('takes the rows of a COPY together, and no more of them than it has room for', async () => {
  const { db, withSession } = test.connection
  await sql`create table copied (text text)`.execute(db)
  const line = Buffer.from(`${'x'.repeat(65_535)}\n`)
  const copyLines = (lines: number) =>
    withSession((session) =>
      copyIntoTable(
        session,
        { name: 'copied', columns: ['text'] },
        (async function* () {
          for (let n = 0; n < lines; n += 1) yield line
        })(),
      ),
    )
  // Others have their turns before and after, and never in between.
  const others = Array.from({ length: 5 }, (_, n) => sql`select ${n}::int as n`.execute(db))
  await copyLines(100)
  expect((await Promise.all(others)).map(({ rows }) => rows)).toEqual(others.map((_, n) => [{ n }]))
  await expect(copyLines(1_100)).rejects.toThrow('more than 67108864 bytes')
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from copied`.execute(db)
  expect(rows).toEqual([{ n: 100 }])
})
