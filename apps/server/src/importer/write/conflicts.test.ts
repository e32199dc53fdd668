import type { ImportArea } from '@steward/contract/areas/areas'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { areas } from '../../areas.ts'
import { oneEngine, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import type { ReadingOptions } from '../options.ts'
import { type BadRow, openReading } from '../parse/read-batches.ts'
import { type ImportOptions, runImport } from './run.ts'
import { sourceOf } from './source-name.ts'

const marvel = 'page_id,name,about\n1,Victor von Doom,Bad\n2,Jean Grey,Good\n3,Storm,\n'
const dc = 'page_id,name,about\n1,Wonder Woman,Good\n2,Clark Kent,Good\n'

describe.each(oneEngine)('the same id twice, on %s', (engine) => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await openTestDatabase(engine, { writesBySql: true })
  })
  afterAll(() => test.dispose())
  beforeEach(async () => {
    for (const table of ['imported_rows', 'tasks', 'posts', 'users'])
      await sql`delete from ${sql.table(table)}`.execute(test.connection.db)
  })

  const run = async (
    text: string,
    { area = 'members', ...options }: ImportOptions & ReadingOptions & { area?: ImportArea } = {},
  ) => {
    const rows: BadRow[] = []
    const told = (row: BadRow) => {
      rows.push(row)
    }
    const source = {
      name: 'file.csv',
      size: text.length,
      read: async function* () {
        yield Buffer.from(text)
      },
    }
    const reading = await openReading(source, areas.imports[area], { id: ['page_id'], ...options })
    const { samples, elsewhere, ...summary } = await runImport(test.connection.db, reading, {
      source: 'marvel',
      onBad: told,
      onKept: told,
      ...options,
    })
    const reasons = rows.flatMap(({ line, reasons: all }) =>
      all.map(({ field, reason }) => `${line} ${field} ${reason}`),
    )
    return { ...summary, samples, elsewhere, reasons }
  }
  const rowsOf = async (query: string) =>
    (await sql.raw<Record<string, unknown>>(query).execute(test.connection.db)).rows
  const names = async () =>
    (await rowsOf('select name from users order by name')).map(({ name }) => name)

  it('of two sources are two people, and each file again changes nothing', async () => {
    expect(await run(marvel)).toMatchObject({ added: 3 })
    const second = await run(dc, { source: 'dc' })
    expect(second).toMatchObject({ added: 2, already: 0, conflicts: 0, bad: 0 })
    expect(second.elsewhere).toEqual({ marvel: 2 })
    expect(await names()).toEqual([
      'Clark Kent',
      'Jean Grey',
      'Storm',
      'Victor von Doom',
      'Wonder Woman',
    ])
    expect(await run(dc, { source: 'dc' })).toMatchObject({ added: 0, already: 2, conflicts: 0 })
    expect(await run(marvel)).toMatchObject({ added: 0, already: 3, conflicts: 0 })
  })

  it('of one source with other content is a conflict, told with both sides and kept', async () => {
    await run(marvel)
    for (const dryRun of [true, false]) {
      const again = await run(dc, { dryRun })
      expect(again).toMatchObject({ added: 0, already: 0, conflicts: 2, bad: 0 })
      expect(again.samples[0]).toMatchObject({
        line: 2,
        id: '1',
        shown: true,
        fields: [
          { field: 'name', here: 'Victor von Doom', file: 'Wonder Woman' },
          { field: 'about', here: 'Bad', file: 'Good' },
        ],
      })
      expect(again.reasons).toContain(
        '2 name is "Victor von Doom" here and "Wonder Woman" in the file, under the id "1"',
      )
    }
    expect(await names()).toEqual(['Jean Grey', 'Storm', 'Victor von Doom'])
  })

  it('is overwritten or bad where that is asked for', async () => {
    await run(marvel)
    expect(await run(dc, { onConflict: 'bad' })).toMatchObject({ conflicts: 0, bad: 2 })
    expect(await run(dc, { onConflict: 'overwrite', dryRun: true })).toMatchObject({
      overwritten: 2,
    })
    expect(await names()).toContain('Victor von Doom')
    expect(await run(dc, { onConflict: 'overwrite' })).toMatchObject({ overwritten: 2, bad: 0 })
    expect(await names()).toEqual(['Clark Kent', 'Storm', 'Wonder Woman'])
    expect(await run(dc, { onConflict: 'overwrite' })).toMatchObject({ already: 2, overwritten: 0 })
    const told = await rowsOf(
      "select before ->> 'name' as name from audit_entries where action = 'update'",
    )
    expect(told).toContainEqual({ name: 'Victor von Doom' })
  })

  it('overwrites neither who is an admin by now nor what is deleted, and no address twice', async () => {
    await run('page_id,name,email\n1,A,a@example.com\n2,B,b@example.com\n3,C,c@example.com\n4,D,\n')
    await sql`update users set deleted_at = now() where name = 'B'`.execute(test.connection.db)
    await sql`update users set type = 'admin' where name = 'A'`.execute(test.connection.db)
    const file =
      'page_id,name,email\n1,A2,a2@example.com\n2,B2,b2@example.com\n3,C2,\n4,D,C@example.com\n'
    const { reasons, ...done } = await run(file, { onConflict: 'overwrite' })
    expect(done).toMatchObject({ overwritten: 2, bad: 2 })
    expect(reasons).toEqual([
      '2 type is admin here, and no import changes admins',
      '3  has the id of a record that is deleted; restore it first',
    ])
    expect(await rowsOf("select name, email from users where name in ('C2', 'D')")).toEqual(
      expect.arrayContaining([
        { name: 'C2', email: null },
        { name: 'D', email: 'C@example.com' },
      ]),
    )
    const taken = await run('page_id,name,email\n3,C2,c@EXAMPLE.com\n', { onConflict: 'overwrite' })
    expect(taken.reasons).toEqual(['2 email is already used by another account'])
  })

  it('is the same row where staff have changed the record since, and where nothing is said', async () => {
    await run(marvel)
    await sql`update users set name = 'Dr Doom', about = 'x'`.execute(test.connection.db)
    expect(await run(marvel, { onConflict: 'overwrite' })).toMatchObject({
      already: 3,
      overwritten: 0,
    })
    // Another column that is not imported says nothing of the record.
    const more = 'page_id,name,about,EYE\n1,Victor von Doom,Bad,Blue\n'
    expect(await run(more)).toMatchObject({ already: 1, conflicts: 0 })
  })

  it('tells nothing of a record that may not be seen', async () => {
    await run(marvel)
    const { samples, reasons } = await run(dc, { maySee: () => false })
    expect(JSON.stringify([samples, reasons])).not.toContain('Doom')
    expect(reasons[0]).toBe('2  has the id of another record here: "1"')
  })

  it('came in before sources had names: it is known to the first source that says the same', async () => {
    await run(marvel)
    await sql`update imported_rows set source = '', content = null`.execute(test.connection.db)
    const other = 'page_id,name,about\n1,Victor von Doom,Bad\n2,Somebody,Else\n'
    expect(await run(other, { source: 'x' })).toMatchObject({ added: 0, already: 1, conflicts: 1 })
    expect(
      await rowsOf(
        "select count(*) as n, count(content) as said from imported_rows where source = 'x'",
      ),
    ).toEqual([{ n: 1, said: 1 }])
    expect(await run(marvel, { source: 'y' })).toMatchObject({ added: 1, already: 2, conflicts: 0 })
  })

  it('is found as an author by the own source first', async () => {
    await run(marvel)
    await run(dc, { source: 'dc' })
    const posts = 'page_id,text,author\n9,Hello,1\n'
    expect(await run(posts, { area: 'posts', source: 'dc' })).toMatchObject({ added: 1 })
    expect(await rowsOf('select u.name from posts join users u on u.id = author_id')).toEqual([
      { name: 'Wonder Woman' },
    ])
    const open = await run(posts, { area: 'posts', source: 'forum' })
    expect(open.reasons).toEqual(['2 author "1" is the name or id of several people'])
  })

  it('a row without an id is its own name, from wherever it comes', async () => {
    const text = 'title\nA\nB\n'
    const plain = { area: 'tasks', id: undefined } as const
    expect(await run(text, plain as never)).toMatchObject({ added: 2 })
    expect(await run(text, { ...plain, source: 'other' } as never)).toMatchObject({ already: 2 })
  })

  it('cells are corrected by their line, and a corrected row is the row it has become', async () => {
    const text = 'page_id,title,dueAt\n1,A,2026-01-01\n2,,soon\n3,C\n'
    const tasks = { area: 'tasks' } as const
    expect(await run(text, tasks)).toMatchObject({ added: 1, bad: 2 })
    const corrections = [
      { line: 3, cells: { title: 'B', dueAt: '2026-01-02' } },
      { line: 4, cells: { dueAt: '' } },
    ]
    expect(await run(text, { ...tasks, corrections })).toMatchObject({
      added: 2,
      already: 1,
      bad: 0,
    })
    expect(await rowsOf('select title from tasks order by title')).toEqual(
      ['A', 'B', 'C'].map((title) => ({ title })),
    )
    const mended = 'page_id,title,dueAt\n1,A,2026-01-01\n2,B,2026-01-02\n3,C,\n'
    expect(await run(mended, tasks)).toMatchObject({ added: 0, already: 3, bad: 0 })
  })

  it('a source is named by its file', () => {
    const files = {
      'members-marvel.csv': 'members-marvel',
      'Members 2026-11-24 (1).csv': 'members',
      'export_20261124_093000.ndjson': 'export',
      'members_2026-11.CSV': 'members',
      'polls-2024.csv': 'polls-2024',
      'a.b.csv': 'a.b',
      '2026-11-24.csv': '2026-11-24',
    }
    for (const [file, source] of Object.entries(files))
      expect([file, sourceOf(file)]).toEqual([file, source])
  })

  it('a source is named in no time by the longest name that a file can have', () => {
    const name = `${'-202411'.repeat(28)}!`
    expect(sourceOf(name)).toBe(name.slice(0, 100))
    expect(sourceOf(`a${'-202411'.repeat(28)}`)).toBe('a')
  })

  it('says something else where its date or amount is read otherwise', async () => {
    const task = 'page_id,title,dueAt\n1,Call,03/04/2026\n'
    const tasks = { area: 'tasks' as const }
    await run(task, { ...tasks, dateOrder: 'day-first' })
    expect(await run(task, { ...tasks, dateOrder: 'day-first' })).toMatchObject({ already: 1 })
    const other = await run(task, { ...tasks, dateOrder: 'month-first', onConflict: 'overwrite' })
    expect(other).toMatchObject({ already: 0, overwritten: 1 })
    expect(String((await rowsOf('select due_at from tasks'))[0]?.['due_at'])).toMatch(/^2026-03-04/)
  })
})

describe.each(oneEngine)('dates of which day and month could be either, on %s', (engine) => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await openTestDatabase(engine, { writesBySql: true })
  })
  afterAll(() => test.dispose())

  const read = async (dates: readonly string[], options: ReadingOptions = {}) => {
    const text = ['title,dueAt', ...dates.map((date, i) => `T${i},${date}`)].join('\n')
    const source = {
      name: 'file.csv',
      size: text.length,
      read: async function* () {
        yield Buffer.from(text)
      },
    }
    const reading = await openReading(source, areas.imports.tasks, options)
    const due: unknown[] = []
    for await (const { rows } of reading.batches) {
      for (const { reasons, record } of rows)
        due.push(reasons[0] ? String(reasons[0].reason) : String(record['due_at']).slice(0, 10))
    }
    return { due, notes: reading.notes, dates: reading.first.dates }
  }

  it('are asked about, with samples in both readings', async () => {
    const { dates, due } = await read(['03/04/2026', '03/03/2026', '05/06/2026 12:30', '1/2/2026'])
    expect(dates).toMatchObject({ order: null, undecided: true })
    expect(dates.ambiguous.samples).toEqual([
      { text: '03/04/2026', line: 2, dayFirst: '2026-04-03', monthFirst: '2026-03-04' },
      { text: '05/06/2026 12:30', line: 4, dayFirst: '2026-06-05', monthFirst: '2026-05-06' },
      { text: '1/2/2026', line: 5, dayFirst: '2026-02-01', monthFirst: '2026-01-02' },
    ])
    expect(due[0]).toMatch(/could be 2026-04-03 or 2026-03-04; say which with --date-order/)
    expect(due[1]).toBe('2026-03-03')
  })

  it('are decided by whoever imports, or by the dates that can be read in one way alone', async () => {
    const dates = ['03/04/2026', '05/06/2026 12:30']
    const day = ['2026-04-03', '2026-06-05']
    expect((await read(dates, { dateOrder: 'day-first' })).due).toEqual(day)
    expect((await read(dates, { dateOrder: 'month-first' })).due).toEqual([
      '2026-03-04',
      '2026-05-06',
    ])
    const decided = await read([...dates, '13/04/2026'])
    expect(decided.dates).toMatchObject({ order: 'day-first', undecided: false })
    expect(decided.due).toEqual([...day, '2026-04-13'])
    expect((await read(['04-13-2026', '03-04-2026'])).due).toEqual(['2026-04-13', '2026-03-04'])
  })

  it('contradict each other: that is told, and what contradicts the decision is bad', async () => {
    const dates = ['13/04/2026', '04/13/2026', '03/04/2026']
    const mixed = await read(dates)
    expect(mixed.dates).toMatchObject({ order: null, undecided: true })
    expect(mixed.notes.join()).toMatch(
      /contradict each other: 1 date has the day first \(13\/04\/2026, line 2\)/,
    )
    const { due } = await read(dates, { dateOrder: 'day-first' })
    expect(due).toEqual(['2026-04-13', expect.stringMatching(/month first/), '2026-04-03'])
  })
})
