import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { ImportArea } from '@steward/contract/areas/areas'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areas } from '../../areas.ts'
import { oneEngine, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import type { ReadingOptions } from '../options.ts'
import { type BadRow, openReading } from '../parse/read-batches.ts'
import { fileSource, type Source } from '../read/source.ts'
import { type ImportOptions, runImport } from './run.ts'

const memory = (text: string, name = 'file.csv'): Source => ({
  name,
  size: Buffer.byteLength(text),
  read: async function* () {
    yield Buffer.from(text)
  },
})

describe.each(oneEngine)('import on %s', (engine) => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await openTestDatabase(engine)
  })
  afterAll(() => test.dispose())

  const run = async (
    options: ImportOptions & ReadingOptions & { area: ImportArea; text?: string; file?: Source },
  ) => {
    const bad: BadRow[] = []
    const { area, text, file = memory(text ?? ''), ...rest } = options
    const reading = await openReading(file, areas.imports[area], rest)
    const summary = await runImport(test.connection.db, reading, {
      onBad: (row) => {
        bad.push(row)
      },
      ...rest,
    })
    return {
      ...summary,
      reasons: bad.map(({ line, reasons }) => [
        line,
        ...reasons.map(({ field, reason }) => `${field}: ${reason}`),
      ]),
    }
  }
  const rowsOf = async (query: string) =>
    (await sql.raw<Record<string, unknown>>(query).execute(test.connection.db)).rows

  it('reads the times of an event in the zone that its row names, unless they name one themselves', async () => {
    const summer = '2031-07-01 18:00'
    const text = [
      'Title,Time zone,startsAt,endsAt',
      `Here,europe/lisbon,${summer},2031-07-01T20:00:00Z`,
      `There,Asia/Tokyo,${summer},`,
      `Plain,,${summer},`,
      `Nowhere,Mars/Base,${summer},`,
    ].join('\n')
    const { reasons, added } = await run({ area: 'events', text, timeZone: 'Europe/Berlin' })
    expect([added, reasons]).toEqual([
      3,
      [[5, 'timeZone: "Mars/Base" is no time zone such as Europe/Lisbon']],
    ])
    expect(
      await rowsOf('select title, time_zone, starts_at, ends_at from events order by title'),
    ).toEqual([
      {
        title: 'Here',
        time_zone: 'Europe/Lisbon',
        starts_at: '2031-07-01T17:00:00.000Z',
        ends_at: '2031-07-01T20:00:00.000Z',
      },
      { title: 'Plain', time_zone: null, starts_at: '2031-07-01T16:00:00.000Z', ends_at: null },
      {
        title: 'There',
        time_zone: 'Asia/Tokyo',
        starts_at: '2031-07-01T09:00:00.000Z',
        ends_at: null,
      },
    ])
  })

  it('brings good rows in and tells bad ones, once', async () => {
    const text =
      'id,Name,E-Mail,created_at\n1,Ann,ann@example.com,2020-01-02\n2,,x,2020-02-30\n3,Ben,ANN@example.com,\n4,Cem,,\n4,Dan,,\n1,Ann,ann@example.com,2020-01-02\n'
    const options = { area: 'members', id: ['id'], map: { email: 'E-Mail' }, text } as const
    const dry = await run({ ...options, dryRun: true })
    expect(await rowsOf('select 1 from users')).toEqual([])
    const first = await run(options)
    expect({ ...first, already: 0 }).toEqual({ ...dry, already: 0 })
    expect(first).toMatchObject({ read: 6, added: 2, already: 1, bad: 3 })
    expect(first.reasons).toEqual([
      [
        3,
        'name: is missing',
        'email: "x" is no e-mail address',
        'createdAt: "2020-02-30" is no day and time of the calendar',
      ],
      [4, 'email: "ANN@example.com" is also on line 2'],
      [6, 'id: "4" is also on line 5'],
    ])
    expect(await run(options)).toMatchObject({ added: 0, already: 3, bad: 3 })
    expect(
      await rowsOf(`select name, type, created_at::text from users where name = 'Ann'`),
    ).toEqual([{ name: 'Ann', type: 'member', created_at: '2020-01-02 00:00:00+00' }])
    const taken = await run({ area: 'members', text: 'name,email\nZed,Ann@Example.com\n' })
    expect(taken.reasons).toEqual([
      [2, 'email: "Ann@Example.com" is already used by another account'],
    ])
  })

  it('refuses bills that contradict themselves', async () => {
    const { reasons } = await run({
      area: 'bills',
      dryRun: true,
      text: 'title,payer,amount,currency,status,issuedAt,dueAt,paidAt\nHall,Ann,5.00,EUR,due,2026-05-01,2026-01-01,\nHall,Ann,5.00,EUR,draft,,,2026-01-01\nHall,Ann,5.00,EUR,paid,2026-01-01,2026-01-01,2026-01-02\nHall,Ann,5.00,EUR,paid,2026-01-02,,2026-01-01\nHall,Ann,5.00,EUR,paid,,,2126-01-01\n',
    })
    expect(reasons).toEqual([
      [2, 'dueAt: is before issuedAt'],
      [3, 'paidAt: is for bills that are paid'],
      [5, 'paidAt: is before issuedAt'],
      [6, 'paidAt: is in the future'],
    ])
  })

  it('keeps exact doubles apart, and knows them again', async () => {
    const text = 'title,payer,amount\nA,Ann,$5\nA,Ann,$5\nB,Nobody,$6\n'
    expect(await run({ area: 'bills', text })).toMatchObject({ added: 3, bad: 0 })
    expect(await run({ area: 'bills', text })).toMatchObject({ added: 0, already: 3 })
    const more = await run({ area: 'bills', text: `${text}A,Ann,$5\n` })
    expect(more).toMatchObject({ added: 1, already: 3 })
    const bills = await rowsOf(
      'select number, payer_name, payer_id is not null as known, amount::int, currency from bills order by number',
    )
    expect(bills.map(({ number }) => number)).toHaveLength(
      new Set(bills.map(({ number }) => number)).size,
    )
    expect(bills[0]).toMatchObject({ payer_name: 'Ann', known: true, amount: 500, currency: 'USD' })
    expect(bills.find((bill) => bill['payer_name'] === 'Nobody')).toMatchObject({
      known: false,
      amount: 600,
    })
    const taken = await run({
      area: 'bills',
      text: `number,title,payer,amount\n${bills[0]?.['number']},C,Ann,€1\n`,
    })
    expect(taken.reasons).toEqual([
      [2, `number: "${bills[0]?.['number']}" is the number of another bill`],
    ])
  })

  it('finds people by what names them', async () => {
    const [ann] = await rowsOf(`select id from users where name = 'Ann'`)
    const text = `text,author\nx,${ann?.['id']}\nx,ann@example.com\nx,1\nx,ann\nx,\nx,Nemo\n`
    const result = await run({ area: 'posts', text })
    expect(result).toMatchObject({ added: 5, bad: 1 })
    expect(result.reasons).toEqual([[7, 'author: "Nemo" is nobody known here']])
    expect(
      await rowsOf(`select count(*)::int as n from posts where author_id = '${ann?.['id']}'`),
    ).toEqual([{ n: 4 }])
  })

  it('counts percentages as votes', async () => {
    const text = 'race,n,a,ap,b,bp,cp\nR,364,Ann,26,Ben,57.5,\nR,10.5,Ann,.5,Ben,101,3\n'
    const result = await run({
      area: 'polls',
      text,
      map: {
        title: '{race}: {a}',
        responseCount: 'n',
        'option1.text': 'a',
        'option1.percent': 'ap',
        'option2.text': 'b',
        'option2.percent': 'bp',
        'option3.percent': 'cp',
      },
      set: { 'option3.text': 'Other' },
    })
    expect(result.reasons).toEqual([[3, 'option2.percent: "101" is no percentage from 0 to 100']])
    expect(await rowsOf('select questions from polls')).toEqual([
      {
        questions: [
          {
            text: 'R: Ann',
            options: [
              { text: 'Ann', votes: 95 },
              { text: 'Ben', votes: 209 },
            ],
          },
        ],
      },
    ])
  })

  it('goes on after a stop, and beside another import, without doubles', async () => {
    const text = `title\n${Array.from({ length: 250 }, (_, i) => `Task ${i % 200}`).join('\n')}\n`
    const controller = new AbortController()
    const stopped = await run({
      area: 'tasks',
      text,
      batchSize: 40,
      signal: controller.signal,
      onProgress: () => controller.abort(),
    })
    // The batch that was written, perhaps the one beside it, and the one that was prepared meanwhile.
    expect([40, 80, 120]).toContain(stopped.added)
    expect(stopped.interrupted).toBe(true)
    const both = await Promise.all([
      run({ area: 'tasks', text, batchSize: 30 }),
      run({ area: 'tasks', text, batchSize: 50 }),
    ])
    expect(both[0].added + both[1].added).toBe(250 - stopped.added)
    expect(both.map(({ added, already }) => added + already)).toEqual([250, 250])
    expect(await rowsOf('select count(*)::int as n from tasks')).toEqual([{ n: 250 }])
  })

  it('writes batches beside each other, and reports their rows in the order of their lines', async () => {
    const people = Array.from({ length: 120 }, (_, i) => {
      // Of every fifteen rows, one is no person, and one has an address of the batch before.
      const name = i % 15 === 3 ? '' : `Person ${i}`
      return `${name},beside.${i % 15 === 12 ? i - 12 : i}@example.com`
    })
    const text = ['name,email', ...people].join('\n')
    const { reasons, added, read } = await run({ area: 'members', text, batchSize: 7 })
    const lines = (of: number) => Array.from({ length: 8 }, (_, n) => n * 15 + of + 2)
    expect(reasons.map(([line]) => line)).toEqual(
      [...lines(3), ...lines(12)].sort((a, b) => Number(a) - Number(b)),
    )
    expect(reasons[1]).toEqual([14, 'email: "beside.0@example.com" is also on line 2'])
    expect([read, added]).toEqual([120, 104])
  })

  it('names fields and columns that there are not', async () => {
    await expect(
      run({ area: 'tasks', text: 'title\nx\n', map: { titel: 'title' } }),
    ).rejects.toThrow('did you mean "title"?')
    await expect(
      run({ area: 'tasks', text: 'title\nx\n', map: { title: 'titel' } }),
    ).rejects.toThrow('no column "titel"')
    await expect(run({ area: 'tasks', text: 'title\nx\n', currency: 'XYZW' })).rejects.toThrow(
      'currency code',
    )
    const admin = await run({ area: 'members', text: 'name,type\nEve,admin\n' })
    expect(admin.reasons).toEqual([[2, 'type: "admin" is none of member, business']])
  })

  const real = new URL('../../../../../../shared/data/', import.meta.url)
  it.skipIf(!existsSync(new URL('bills.csv', real)))('brings whole real files in', async () => {
    const file = async (name: string) => fileSource(new URL(name, real).pathname)
    const bills = await run({
      area: 'bills',
      file: await file('bills.csv'),
      map: { title: 'Recipient', payer: 'Owner', amount: 'Amount', issuedAt: 'Election Year' },
      dateFormats: ['YYYY'],
    })
    expect(bills).toMatchObject({ read: 2798, added: 2798, bad: 0 })
    const posts = await run({
      area: 'posts',
      file: await file('posts.csv'),
      id: ['id'],
      entities: true,
    })
    expect(posts).toMatchObject({ read: 6000, added: 6000, bad: 0 })
    // Another publisher's members with the same ids.
    const marvel = await readFile(new URL('members-marvel.csv', real), 'utf8')
    const other = marvel.replaceAll(/^(\d+),"?/gm, (start) => `${start}Other `)
    const members = { area: 'members', id: ['page_id'], map: { createdAt: '' } } as const
    const one = await run({ ...members, text: marvel, source: 'marvel' })
    const two = await run({ ...members, text: other, source: 'dc' })
    expect([two.added, two.already, two.conflicts, two.bad]).toEqual([one.added, 0, 0, one.bad])
    expect(one.added).toBeGreaterThan(16_000)
    const again = await run({ ...members, text: other, source: 'dc' })
    expect([again.added, again.already, again.conflicts]).toEqual([0, two.added, 0])
  })
})
