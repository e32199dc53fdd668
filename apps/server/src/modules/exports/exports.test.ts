import type { ExportArea } from '@steward/contract/areas/areas'
import { exportNeeds } from '@steward/contract/exports/exports.routes'
import { permission } from '@steward/contract/permissions/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '../../areas.ts'
import { guessMapping } from '../../importer/map/guess.ts'
import { translatorIn } from '../../languages.ts'
import { changeBySql } from '../../testing/change-by-sql.ts'
import { parseCsv } from '../../testing/csv.ts'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'
import { percentages } from '../polls/poll-results.ts'
import { exportRate } from './exports.routes.ts'

describe.each(oneEngine)('exports on %s', (engine) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    token = (await app.signIn('owner')).token
  })
  afterAll(() => app.dispose())

  const begin = (body: object, as = token) => app.call('exports.create', { token: as, body })
  const fetchFile = (url: string) => app.app.inject({ method: 'GET', url })
  const file = async (body: object) => {
    const begun = await begin(body)
    expect(begun.status).toBe(201)
    mustFitContract('exports.create', begun.body)
    const answer = await fetchFile(begun.body.data.url)
    expect(answer.statusCode).toBe(200)
    return { begun: begun.body.data, answer, rows: parseCsv(answer.body) }
  }

  test('is the list as filtered, sorted and with the columns asked for', async () => {
    const [payer = ''] = await create(app.db, 'users', { name: 'Ada, "the" first' })
    await create(
      app.db,
      'bills',
      { number: 'X-2', amount: 1999, status: 'due', due_at: '2026-03-01', payer_id: payer },
      { number: 'X-1', amount: 70, currency: 'JPY', status: 'due', due_at: null },
      { number: 'X-3', amount: 5, currency: 'KWD', status: 'due', due_at: '2026-02-01' },
      { number: 'X-4', amount: -5, status: 'due', due_at: '2026-01-01' },
      { number: 'X-5', status: 'paid' },
    )
    const { begun, answer, rows } = await file({
      area: 'bills',
      query: { status: 'due', sort: 'dueAt', page: 9, limit: 1, search: 'x-' },
      columns: ['number', 'payer', 'amount', 'currency', 'dueAt'],
    })
    expect(rows).toEqual([
      ['Number', 'Payer', 'Amount', 'Currency', 'Due'],
      ['X-4', 'Somebody', '-0.05', 'EUR', '2026-01-01T00:00:00.000Z'],
      ['X-3', 'Somebody', '0.005', 'KWD', '2026-02-01T00:00:00.000Z'],
      ['X-2', 'Ada, "the" first', '19.99', 'EUR', '2026-03-01T00:00:00.000Z'],
      ['X-1', 'Somebody', '70', 'JPY', ''],
    ])
    expect(begun.total).toBe(4)
    const today = new Date().toISOString().slice(0, 10)
    expect(begun.fileName).toBe(`bills-${today}.csv`)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="bills-${today}.csv"`,
      'cache-control': 'no-store',
    })
    expect(answer.body).toMatch(/^Number,[^\n]*\r\n/)
  })

  test('goes over every batch, whatever the sort, with nothing twice and nothing left out', async () => {
    await changeBySql(app.db)`
      insert into tasks (id, title, due_at, priority, status)
      select gen_random_uuid(), 'T' || n % 7, case when n % 3 = 0 then null
        else timestamptz '2026-01-01' + make_interval(days => n % 50) end,
        case n % 4 when 0 then 'low' when 1 then 'normal' when 2 then 'high' else 'urgent' end, 'todo'
      from generate_series(1, 2500) as n`
    for (const sort of ['dueAt', '-dueAt', 'title', '-priority', 'createdAt']) {
      const { rows, begun } = await file({ area: 'tasks', query: { sort }, columns: ['_id'] })
      const ids = rows.slice(1).map(([id]) => id)
      expect(begun.total).toBe(2500)
      expect(new Set(ids).size).toBe(2500)
      const listed: string[] = []
      for (const page of [1, 12, 13, 25]) {
        const query = { sort, page, limit: 100 }
        const { body } = await app.call('tasks.list', { token, query })
        const shown = body.data.map((each: { _id: string }) => each._id)
        expect(ids.slice((page - 1) * 100, page * 100)).toEqual(shown)
        listed.push(...shown)
      }
      expect(listed).toHaveLength(400)
    }
  })

  test('makes nothing a formula, and writes text as it is', async () => {
    const texts = [
      '=1+1',
      '+49 30 1234',
      '-5',
      '@import',
      '\t=1',
      ' =1',
      '＝1',
      'a,b\r\n"c"',
      'two\nlines',
      'a\rreturn',
      ' blanks ',
      '<b>مرحبا</b> &amp; שלום 👩‍👩‍👧',
    ]
    await create(app.db, 'posts', ...texts.map((text) => ({ text })))
    const { rows } = await file({ area: 'posts', query: { sort: 'createdAt' }, columns: ['text'] })
    expect(rows.slice(1).map(([text]) => text)).toEqual([
      "'=1+1",
      "'+49 30 1234",
      "'-5",
      "'@import",
      "'\t'=1",
      ' =1',
      "'＝1",
      'a,b\r\n"c"',
      'two\nlines',
      'a\rreturn',
      ' blanks ',
      '<b>مرحبا</b> &amp; שלום 👩‍👩‍👧',
    ])
  })

  test('shows times as the clocks of a zone do, and begins with a mark where asked', async () => {
    await create(app.db, 'events', { starts_at: '2026-07-01T22:30:00.000Z' })
    const { answer, begun } = await file({
      area: 'events',
      query: {},
      columns: ['startsAt'],
      timeZone: 'Asia/Kolkata',
      bom: true,
    })
    expect(answer.body).toBe('\ufeffStarts (Asia/Kolkata)\r\n2026-07-02 04:00:00\r\n')
    const there = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)
    expect(begun.fileName).toBe(`events-${there}.csv`)
  })

  test('is headed in the reader’s language, and such a file is read again', async () => {
    const asked = { area: 'bills', query: {}, columns: ['title', 'dueAt', 'amount'] }
    const { rows } = await file({ ...asked, language: 'ar' })
    const { t } = translatorIn('ar')
    const headings = [t('Title'), t('Due'), t('Amount')]
    expect(rows[0]).toEqual(headings)
    const { bills } = areas.imports
    expect(guessMapping(bills, headings, {}, () => undefined, { language: 'ar' })).toMatchObject({
      title: headings[0],
      dueAt: headings[1],
      amount: headings[2],
    })
    const { rows: english } = await file({ ...asked, language: 'tlh' })
    expect(english[0]).toEqual(['Title', 'Due', 'Amount'])
    expect((await begin({ ...asked, language: 'no tag' })).status).toBe(422)
  })

  test('of chosen records holds these alone', async () => {
    const ids = await create(app.db, 'shopping_posts', {}, {}, {})
    const { rows, begun } = await file({
      area: 'shoppingPosts',
      ids: ids.slice(1),
      query: { sort: 'createdAt' },
      columns: ['_id', 'price'],
    })
    expect(begun.total).toBe(2)
    expect(rows.slice(1)).toEqual(ids.slice(1).map((id) => [id, '5.00']))
  })

  test('of what is deleted says when and by whom, of chosen records too', async () => {
    const { userId } = await app.signIn([])
    const gone = { deleted_at: '2026-11-20T10:00:00.000Z', deleted_by: userId }
    const [id = '', live = ''] = await create(app.db, 'tasks', gone, {})
    const asked = { area: 'tasks', columns: ['_id', 'deletedAt', 'deletedBy'] } as const
    const { rows } = await file({ ...asked, query: { deleted: 'only' } })
    expect(rows[0]).toEqual(['ID', 'Deleted', 'Deleted by'])
    expect(rows.slice(1)).toEqual([[id, gone.deleted_at, expect.stringMatching(/./)]])
    const chosen = await file({
      ...asked,
      ids: [id, live],
      query: { deleted: 'all', sort: 'createdAt' },
    })
    expect(chosen.rows.slice(1).map(([each]) => each)).toEqual([id, live])
    expect(chosen.rows[2]).toEqual([live, '', ''])
  })

  test('of a survey’s results is an option a row, percentages adding up', async () => {
    const option = (text: string, votes: number) => ({ text, votes })
    const [id = ''] = await create(app.db, 'polls', {
      kind: 'survey',
      title: 'Summer',
      questions: [
        { text: 'When?', options: [option('May', 1), option('June', 1), option('July', 1)] },
        { text: 'Where?', options: [option('Here', 0)] },
      ],
    })
    const { rows, begun } = await file({ area: 'pollResults', ids: [id] })
    expect(begun.total).toBe(4)
    expect(rows[0]).toEqual([
      'ID',
      'Kind',
      'Title',
      'Status',
      'Responses',
      'Question number',
      'Question',
      'Option',
      'Votes',
      'Percent',
    ])
    expect(rows.slice(1).map((row) => row.slice(5))).toEqual([
      ['1', 'When?', 'May', '1', '33.4'],
      ['1', 'When?', 'June', '1', '33.3'],
      ['1', 'When?', 'July', '1', '33.3'],
      ['2', 'Where?', 'Here', '0', '0.0'],
    ])
  })

  test('has every area, each with all its columns', async () => {
    for (const area of Object.keys(exportNeeds) as ExportArea[]) {
      const { rows } = await file({ area })
      expect([area, rows[0]?.length]).toEqual([area, Object.keys(areas.lists[area].columns).length])
    }
  })

  test('an address works once, also for two at the same moment, and not for a guess', async () => {
    const { body } = await begin({ area: 'events' })
    const answers = await Promise.all([1, 2, 3].map(() => fetchFile(body.data.url)))
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 400, 400])
    const dead = await fetchFile(`/api/exports/${'x'.repeat(43)}`)
    expect(dead.json()).toMatchObject({ code: 'dead_link' })
    const kept = await sql<{ n: number }>`select count(*) as n from exports`.execute(app.db)
    expect(kept.rows[0]?.n).toBe(0)
  })

  test('an address is good for a minute', async () => {
    const { body } = await begin({ area: 'events' })
    const seconds = (Date.parse(body.data.expiresAt) - Date.now()) / 1000
    expect(seconds).toBeGreaterThan(50)
    expect(seconds).toBeLessThan(70)
    await sql`update exports set expires_at = now() - interval '1 second'`.execute(app.db)
    expect((await fetchFile(body.data.url)).json().code).toBe('dead_link')
  })

  test('an address ends with the session that asked for it', async () => {
    const staff = await app.signIn([permission('Community', 'Feed posts', 'list')])
    const { body } = await begin({ area: 'posts' }, staff.token)
    expect((await app.call('session.logout', { token: staff.token })).status).toBe(200)
    expect((await fetchFile(body.data.url)).statusCode).toBe(400)
  })

  test('half a character in a search is refused, not stored', async () => {
    const { status, body } = await begin({ area: 'posts', query: { search: '\ud800x' } })
    expect([status, body.code]).toEqual([422, 'invalid'])
  })

  test('HEAD takes nothing', async () => {
    const { body } = await begin({ area: 'events' })
    const head = await app.app.inject({ method: 'HEAD', url: body.data.url })
    expect(head.statusCode).toBe(405)
    expect((await fetchFile(body.data.url)).statusCode).toBe(200)
  })

  test.each([
    [{ area: 'x' }, 'area'],
    [{ area: 'bills', columns: ['number', 'password_hash'] }, 'columns.1'],
    [{ area: 'bills', columns: [] }, 'columns'],
    [{ area: 'bills', query: { status: 'x' } }, 'query.status'],
    [{ area: 'bills', query: { from: 'x' } }, 'query.from'],
    [{ area: 'bills', ids: ['x'] }, 'ids.0'],
    [{ area: 'bills', timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ area: 'bills', bom: 'yes' }, 'bom'],
  ])('refuses %j at %s', async (body, path) => {
    const answer = await begin(body)
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((entry: { path: string }) => entry.path)).toEqual([path])
  })

  test('needs the right to list, when it begins and when it is downloaded', async () => {
    const person = await app.signIn([permission('Operations', 'Bills', 'list')])
    expect((await begin({ area: 'posts' }, person.token)).status).toBe(403)
    const { body } = await begin({ area: 'bills' }, person.token)
    await sql`update roles set permissions = '[]' where id = ${person.roleId}`.execute(app.db)
    expect((await fetchFile(body.data.url)).statusCode).toBe(403)
    expect((await begin({ area: 'bills' }, person.token)).status).toBe(403)
  })

  test('of users holds only those whose list is permitted', async () => {
    await create(app.db, 'users', { name: 'Member' }, { name: 'Shop', type: 'business' })
    const { token } = await app.signIn([permission('Users', 'Business users', 'list')])
    const { body } = await begin({ area: 'users', columns: ['type'] }, token)
    const answer = await fetchFile(body.data.url)
    expect(answer.body).toBe('Type\r\nbusiness\r\n')
    expect((await begin({ area: 'admins' }, token)).status).toBe(403)
  })

  test('class: exports without end', async () => {
    const person = await app.signIn('owner')
    const body = { area: 'bills', query: { search: 'no such bill' } }
    const statuses: number[] = []
    for (let n = 0; n < exportRate.max; n += 1)
      statuses.push((await begin(body, person.token)).status)
    expect(new Set(statuses)).toEqual(new Set([201]))
    const refused = await begin(body, person.token)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const other = await app.signIn('owner')
    expect((await begin(body, other.token)).status).toBe(201)
  })
})

test('percentages add up to a hundred', () => {
  expect(percentages([])).toEqual([])
  expect(percentages([0, 0])).toEqual(['0.0', '0.0'])
  expect(percentages([2, 1])).toEqual(['66.7', '33.3'])
  expect(percentages([1, 1, 1, 1, 1, 1, 1])).toEqual([...Array(6).fill('14.3'), '14.2'])
  const many = percentages(Array.from({ length: 97 }, (_, n) => n))
  expect(Math.round(many.reduce((sum, each) => sum + Number(each) * 10, 0))).toBe(1000)
})
