import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BadRow, openReading } from '../../importer/parse/read-batches.ts'
import { runImport } from '../../importer/write/run.ts'
import { oneEngine } from '../../testing/database.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'
import { postsArea } from './posts.area.ts'

const quoted = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`

describe.each(oneEngine)('reports of posts on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine, {}, { writesBySql: true })
  })
  afterAll(() => app.dispose())

  test('what a file tells of reports goes in whole, and what is none is named', async () => {
    const reports = [
      { reason: 'Spam', reporter: { name: 'Ada' }, at: '2026-01-01T00:00:00Z' },
      { reason: 'Rude', reporter: 'Bo', at: '2026-02-01T00:00:00Z' },
    ]
    const text = [
      'text,reportCount,reports',
      `Good,2,${quoted(reports)}`,
      'Plain,1,',
      'Words,1,much',
      `Many,30,${quoted(Array.from({ length: 21 }, () => 'Spam'))}`,
      `Numbers,1,${quoted([{ reason: 5 }])}`,
    ].join('\n')
    const source = {
      name: 'file.csv',
      size: Buffer.byteLength(text),
      read: async function* () {
        yield Buffer.from(text)
      },
    }
    const bad: BadRow[] = []
    const imported = postsArea.imports['posts']
    if (!imported) throw new Error('posts are imported')
    const reading = await openReading(source, imported, {})
    await runImport(app.db, reading, { onBad: (row) => void bad.push(row) })
    expect(bad.map(({ line, reasons }) => [line, reasons[0]?.field])).toEqual([
      [4, 'reports'],
      [5, 'reports'],
      [6, 'reports'],
    ])
    const { token } = await app.signIn('owner')
    const { body } = await app.call('posts.list', { token, query: { search: 'Good' } })
    expect(body.data.posts).toMatchObject([
      {
        openReportCount: 2,
        reports: [
          { reason: 'Rude', reporter: 'Bo', at: '2026-02-01T00:00:00.000Z' },
          { reason: 'Spam', reporter: 'Ada', at: '2026-01-01T00:00:00.000Z' },
        ],
      },
    ])
    const plain = await app.call('posts.list', { token, query: { search: 'Plain' } })
    expect(plain.body.data.posts).toMatchObject([{ reports: [] }])
  })

  test('the queue is read from the few posts that wait, however many there are', async () => {
    await sql`
      insert into posts (id, text, report_count, reports_handled, created_at)
      select gen_random_uuid(), 'Crowd ' || n, case when n % 500 = 0 then 2 else n % 2 end, n % 2,
        now() - make_interval(mins => n)
      from generate_series(1, 20000) as n`.execute(app.db)
    await sql`vacuum analyze posts`.execute(app.db)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select count(*) from posts as t
      where greatest(t.report_count - t.reports_handled, 0) >= 1::bigint and t.deleted_at is null
    `.execute(app.db)
    expect(JSON.stringify(rows)).toContain('posts_open_reports')
    const { token } = await app.signIn('owner')
    const query = { 'openReportCount.min': '1', search: 'Crowd', sort: 'createdAt' }
    const { body } = await app.call('posts.list', { token, query })
    expect(body.data.pagination.total).toBe(40)
  })
})
