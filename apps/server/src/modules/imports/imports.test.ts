import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportArea } from '@steward/contract/areas/areas'
import { importNeeds, maxCorrections } from '@steward/contract/imports/imports.routes'
import { type Permission, permission } from '@steward/contract/permissions/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeBySql } from '../../testing/change-by-sql.ts'
import { parseCsv } from '../../testing/csv.ts'
import { oneEngine } from '../../testing/database.ts'
import { jobEnd } from '../../testing/jobs.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'

/** So long no thread takes to start; its heap is that of no other, so that none waits for it. */
const tooShort = { heapMegabytes: 251, startMs: 1, stallMs: 10_000 }

describe.each(oneEngine)('imports on %s', (engine) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    token = (await app.signIn('owner')).token
  })
  afterAll(() => app.dispose())
  beforeEach(async () => {
    await changeBySql(app.db)`delete from bills`
    await sql`delete from imported_rows`.execute(app.db)
  })

  const negative = {
    field: 'amount',
    reason: '"-5 EUR" is negative',
    template: '"{value}" is negative',
    params: { value: '-5 EUR' },
  }
  const upload = (
    area: ImportArea,
    payload: string | Buffer,
    name = 'file.csv',
    as = token,
    type = 'application/octet-stream',
    headers: Record<string, string> = {},
  ) =>
    app.app.inject({
      method: 'POST',
      url: `/api/admin/imports?area=${area}&name=${encodeURIComponent(name)}`,
      headers: { authorization: `Bearer ${as}`, 'content-type': type, ...headers },
      payload,
    })
  const uploaded = async (area: ImportArea, text: string | Buffer, as = token) => {
    const answer = await upload(area, text, 'file.csv', as)
    expect(answer.statusCode).toBe(201)
    mustFitContract('imports.create', answer.json())
    return answer.json().data._id as string
  }
  const preview = (id: string, body: object = {}, as = token) =>
    app.call('imports.preview', { token: as, params: { id }, body })
  const run = async (id: string, body: object = {}, as = token) => {
    const answer = await app.call('imports.start', { token: as, params: { id }, body })
    expect([answer.status, answer.body.message]).toEqual([201, expect.any(String)])
    mustFitContract('imports.start', answer.body)
    return await jobEnd(app, token, answer.body.data._id)
  }
  const bills = async () => {
    const { body } = await app.call('bills.list', { token, query: { sort: 'number', limit: 100 } })
    return body.data.bills
  }
  const csv = [
    '\ufeffInvoice number;Subject;Customer;Total;Due date',
    'R-1;"Hall; with\nquotes ""x""";Müller;1.234,50 EUR;2026-03-01',
    'R-2;Garden;Shop;-5 EUR;2026-03-01',
    'R-3;Pool;Shop;12.345 EUR;2026-03-01',
    'R-4;Pool;Shop;٤٠ EUR;2026-02-30',
    'R-5;Pool;Shop;1.500 KWD;2026-03-02',
  ].join('\r\n')

  const ofBills = { module: 'Operations', submodule: 'Bills' }
  const clerk = (hidden: string[] = []) =>
    app.signIn(
      (['list', 'create', 'update', 'import'] as const).map((action) =>
        permission('Operations', 'Bills', action),
      ),
      {
        conditions: [
          { ...ofBills, action: 'list', where: { 'amount.max': '50000' } },
          { ...ofBills, action: 'import', where: { currency: ['EUR'] } },
        ],
        fieldRules: hidden.length > 0 ? [{ ...ofBills, hidden, readOnly: [] }] : [],
      },
    )

  test('leave out rows that somebody may not import, and add the others', async () => {
    const { token: as } = await clerk()
    const rows = ['number;title;payer;amount;currency', 'N-1;One;Ann;10;EUR', 'N-2;Two;Ann;10;USD']
    const file = await uploaded('bills', [...rows, 'N-3;Three;Ann;10;EUR'].join('\n'), as)
    const job = await run(file, {}, as)
    expect(job).toMatchObject({ status: 'done', changed: 2, failed: 1 })
    expect((await bills()).map(({ number }: { number: string }) => number)).toEqual(['N-1', 'N-3'])
  })

  test('tell nothing of records and fields that aren’t seen, and don’t change them', async () => {
    const head = 'id;number;title;payer;amount;currency;notes'
    const first = [head, '1;N-1;One;Ann;10;EUR;Secret', '2;N-2;Two;Ann;9000;EUR;Secret'].join('\n')
    expect(await run(await uploaded('bills', first), { id: ['id'] })).toMatchObject({ changed: 2 })
    const { token: as } = await clerk(['notes'])
    const samples = async (text: string) => {
      const { body } = await preview(
        await uploaded('bills', text, as),
        { id: ['id'], onConflict: 'keep' },
        as,
      )
      return body.data.checked
    }
    const unseen = await samples([head, '2;N-2;Two;Ann;9000;EUR;Guess'].join('\n'))
    expect(unseen).toMatchObject({ already: 0, conflicts: 1, samples: [{ shown: false }] })
    expect(JSON.stringify(unseen)).not.toContain('Secret')
    const guessed = await samples([head, '1;N-1;One!;Ann;10;EUR;Secret'].join('\n'))
    const wrong = await samples([head, '1;N-1;One!;Ann;10;EUR;Guess'].join('\n'))
    const told = (checked: object) => JSON.stringify(checked).replaceAll(/Secret|Guess/g, '')
    expect(told(guessed)).toBe(told(wrong))
    expect(guessed.samples[0].fields).toContainEqual({ field: 'notes', here: '', file: 'Secret' })
    for (const row of ['1;N-1;One!;Ann;10;EUR;Mine', '2;N-2;Two!;Ann;9000;EUR;Mine']) {
      const file = await uploaded('bills', [head, row].join('\n'), as)
      expect(await run(file, { id: ['id'], onConflict: 'overwrite' }, as)).toMatchObject({
        failed: 1,
      })
    }
    expect((await bills()).map(({ title }: { title: string }) => title)).toEqual(['One', 'Two'])
  })

  test('a file is looked at, its columns guessed and its first rows checked', async () => {
    const id = await uploaded('bills', csv)
    const { status, body } = await preview(id, { decimal: ',' })
    expect(status).toBe(200)
    mustFitContract('imports.preview', body)
    expect(body.data.columns).toEqual([
      'Invoice number',
      'Subject',
      'Customer',
      'Total',
      'Due date',
    ])
    expect(body.data.map).toEqual({
      number: 'Invoice number',
      title: 'Subject',
      payer: 'Customer',
      amount: 'Total',
      dueAt: 'Due date',
    })
    expect(body.data.rows[0][1]).toBe('Hall; with\nquotes "x"')
    expect(body.data.checked).toMatchObject({ read: 5, good: 3, bad: 2 })
    expect(body.data.checked.failures).toEqual([
      {
        line: 4,
        reasons: [negative],
        raw: expect.any(String),
        cells: expect.objectContaining({ Total: '-5 EUR' }),
      },
      {
        line: 6,
        reasons: [expect.objectContaining({ field: 'dueAt', reason: expect.any(String) })],
        raw: expect.any(String),
        cells: expect.objectContaining({ 'Due date': '2026-02-30' }),
      },
    ])
    expect(await bills()).toEqual([])
  })

  test('is checked whole without a trace, then comes in with a report of its bad rows', async () => {
    const id = await uploaded('bills', csv)
    const options = { decimal: ',' }
    const check = await run(id, { ...options, check: true })
    expect(check).toMatchObject({
      action: 'check',
      status: 'done',
      changed: 3,
      failed: 2,
      total: 5,
    })
    expect(await bills()).toEqual([])
    const job = await run(id, options)
    expect(job).toMatchObject({
      action: 'import',
      status: 'done',
      progress: 1,
      changed: 3,
      unchanged: 0,
      failed: 2,
      canUndo: false,
      import: { _id: id, fileName: 'file.csv', hasReport: true },
    })
    expect(
      (await bills()).map((bill: { number: string; amount: number; currency: string }) => [
        bill.number,
        bill.amount,
        bill.currency,
      ]),
    ).toEqual([
      ['R-1', 123450, 'EUR'],
      ['R-3', 1234500, 'EUR'],
      ['R-5', 1500000, 'KWD'],
    ])
    const failures = await app.call('jobs.failures', { token, params: { id: job._id } })
    expect(failures.body.data.failures[0]).toEqual({
      _id: null,
      name: 'Line 4',
      line: 4,
      errors: [],
      message: 'amount "-5 EUR" is negative',
      template: '{field} {problem}',
      params: {
        field: 'amount',
        problem: { template: negative.template, params: negative.params },
      },
      row: {
        line: 4,
        reasons: [negative],
        cells: {
          'Invoice number': 'R-2',
          Subject: 'Garden',
          Customer: 'Shop',
          Total: '-5 EUR',
          'Due date': '2026-03-01',
        },
      },
    })
    const report = await app.app.inject({
      method: 'GET',
      url: `/api/admin/imports/${id}/report`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(report.headers['content-disposition']).toMatch(/import-report\.csv/)
    const rows = parseCsv(report.body)
    expect(rows.map((row) => row.slice(0, 2))).toEqual([
      ['line', 'field'],
      ['4', 'amount'],
      ['6', 'dueAt'],
    ])
    // Its bad rows are corrected without another upload; with the last of them in, the file goes.
    const corrections = [
      { line: 4, cells: { Total: '5 EUR' } },
      { line: 6, cells: { 'Due date': '2026-02-28' } },
    ]
    const looked = await preview(id, { ...options, corrections })
    expect(looked.body.data.checked).toMatchObject({ good: 5, bad: 0, already: 3 })
    expect(await run(id, { ...options, corrections })).toMatchObject({
      changed: 2,
      unchanged: 3,
      failed: 0,
    })
    expect(await bills()).toHaveLength(5)
    const again = await app.call('imports.start', { token, params: { id }, body: options })
    expect(again.status).toBe(404)
  })

  test('the preview counts every conflict among the rows that it checks, whatever becomes of them', async () => {
    const rows = (title: string) =>
      Array.from({ length: 25 }, (_, n) => `c${n},${title} ${n},Ann,5 EUR`).join('\n')
    const file = (title: string) => `id,title,payer,amount\n${rows(title)}\n`
    const by = { id: ['id'], source: 'Conflicts' }
    expect(await run(await uploaded('bills', file('Before')), by)).toMatchObject({ changed: 25 })
    const id = await uploaded('bills', file('After'))
    for (const onConflict of ['keep', 'overwrite', 'bad']) {
      const { body } = await preview(id, { ...by, onConflict })
      const { conflicts, samples, bad } = body.data.checked
      expect([onConflict, conflicts, samples.length]).toEqual([onConflict, 25, 20])
      expect(bad).toBe(onConflict === 'bad' ? 25 : 0)
    }
    expect(await run(id, { ...by, onConflict: 'overwrite' })).toMatchObject({ changed: 25 })
  })

  test('the same id with other content: kept, overwritten by who may change it, or another source', async () => {
    const before = 'id,title,payer,amount\n1,Hall,Ann,5 EUR\n2,Pool,Ann,6 EUR\n'
    const after = 'id,title,payer,amount\n1,Hall,Ann,5 EUR\n2,Garden,Ann,7.50 EUR\n'
    const by = { id: ['id'], source: 'Berlin' }
    expect(await run(await uploaded('bills', before), by)).toMatchObject({ changed: 2 })
    const id = await uploaded('bills', after)
    const looked = await preview(id, { ...by, source: ' berlin ' })
    mustFitContract('imports.preview', looked.body)
    expect(looked.body.data).toMatchObject({
      source: 'berlin',
      checked: {
        good: 2,
        bad: 0,
        already: 1,
        conflicts: 1,
        samples: [
          {
            line: 3,
            id: '2',
            shown: true,
            fields: [
              { field: 'title', here: 'Pool', file: 'Garden' },
              { field: 'amount', here: '6.00', file: '7.50' },
            ],
          },
        ],
      },
    })
    const kept = await run(id, by)
    expect(kept).toMatchObject({
      changed: 0,
      unchanged: 2,
      failed: 0,
      import: { hasReport: true, onConflict: 'keep', conflicts: 1 },
    })
    const told = await app.call('jobs.failures', { token, params: { id: kept._id } })
    mustFitContract('jobs.failures', told.body)
    expect(told.body.data.failures[0].message).toContain('is "Pool" here and "Garden" in the file')
    const importer = (await app.signIn([importNeeds.bills])).token
    const own = await uploaded('bills', after, importer)
    const body = { ...by, onConflict: 'overwrite' }
    const denied = await app.call('imports.start', { token: importer, params: { id: own }, body })
    expect(denied.status).toBe(403)
    const hidden = await preview(own, by, importer)
    expect(hidden.body.data.checked.samples[0]).toMatchObject({ shown: false })
    expect(JSON.stringify(hidden.body.data.checked)).not.toContain('Pool')
    expect(await run(id, body)).toMatchObject({
      changed: 1,
      unchanged: 1,
      import: { onConflict: 'overwrite', conflicts: 1 },
    })
    expect((await bills()).map(({ title }: { title: string }) => title).sort()).toEqual([
      'Garden',
      'Hall',
    ])
    const paris = await uploaded('bills', after)
    const elsewhere = await preview(paris, { id: ['id'] })
    expect(elsewhere.body.data).toMatchObject({
      source: 'file',
      checked: { elsewhere: [{ source: 'berlin', rows: 2 }] },
    })
    expect(await run(paris, { id: ['id'], source: 'Paris' })).toMatchObject({ changed: 2 })
    expect(await bills()).toHaveLength(4)
  })

  test('dates that could be either are asked about before anything begins', async () => {
    const id = await uploaded('tasks', 'title,dueAt\nA,03/04/2026\n')
    const { body } = await preview(id)
    mustFitContract('imports.preview', body)
    expect(body.data.dates).toMatchObject({ undecided: true, ambiguous: { dates: 1 } })
    const params = { id }
    const refused = await app.call('imports.start', { token, params, body: {} })
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, 'dateOrder'])
    expect(await run(id, { dateOrder: 'day-first' })).toMatchObject({ changed: 1 })
  })

  test('corrections are bounded', async () => {
    const id = await uploaded('tasks', 'title\nA\n')
    const many = Array.from({ length: maxCorrections + 1 }, (_, n) => ({ line: n + 2, cells: {} }))
    expect((await preview(id, { corrections: many })).status).toBe(422)
    expect((await preview(id, { corrections: many.slice(1) })).status).toBe(200)
    const cells = { title: 'x'.repeat(2_001) }
    expect((await preview(id, { corrections: [{ line: 2, cells }] })).status).toBe(422)
    const wide = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`c${n}`, '']))
    expect((await preview(id, { corrections: [{ line: 2, cells: wide }] })).status).toBe(422)
  })

  test('no column is guessed whose values don’t fit, nor one for what is given', async () => {
    const id = await uploaded('events', 'Title,State,Date\nRally,Florida,2026-03-01')
    const { body } = await preview(id)
    expect(body.data.map).toEqual({ title: 'Title', startsAt: 'Date' })
    const given = await preview(id, { set: { startsAt: '2026-01-01', title: 'One name' } })
    expect(given.body.data.map).toEqual({ createdAt: 'Date' })
    expect(given.body.data.checked).toMatchObject({ good: 1 })
  })

  test('the same file again adds nothing twice', async () => {
    const text = 'title,payer,amount\nA,X,1 EUR\nB,X,2 EUR\n'
    expect(await run(await uploaded('bills', text))).toMatchObject({ changed: 2, unchanged: 0 })
    expect(await run(await uploaded('bills', text))).toMatchObject({ changed: 0, unchanged: 2 })
    expect(await bills()).toHaveLength(2)
  })

  test('reads Latin-1, and says so in words of the form', async () => {
    const id = await uploaded(
      'bills',
      Buffer.from('title,payer,amount\nMiete,Müller,1 EUR', 'latin1'),
    )
    const { body } = await preview(id)
    expect(body.data.rows).toEqual([['Miete', 'Müller', '1 EUR']])
    expect(body.data.notes[0]).toMatch(/Windows-1252.*“encoding”/)
    const german = await preview(id, { language: 'de' })
    expect(german.body.data.notes[0]).toMatch(/als Windows-1252 .* gelesen.*„encoding“|“encoding”/)
  })

  test('an option that fits nothing is refused before anything begins', async () => {
    const id = await uploaded('bills', 'title,payer,amount\nA,X,1')
    const unknown = await preview(id, { map: { colour: 'title' } })
    expect(unknown.status).toBe(422)
    expect(unknown.body.message).toMatch(/no field "colour"/)
    const column = await app.call('imports.start', {
      token,
      params: { id },
      body: { map: { title: 'nothing' } },
    })
    expect(column.status).toBe(422)
    const bad = await preview(id, { timeZone: 'Mars', delimiter: ';;', id: 'x' })
    expect(bad.body.errors.map((entry: { path: string }) => entry.path).sort()).toEqual([
      'delimiter',
      'id',
      'timeZone',
    ])
    const empty = await preview(await uploaded('bills', ''))
    expect(empty.status).toBe(422)
    const picture = await preview(await uploaded('bills', Buffer.alloc(5_000, 0xff)))
    expect(picture.status).toBeLessThan(500)
  })

  test('pauses and goes on with nothing twice and exact numbers', async () => {
    const lines = Array.from({ length: 12_000 }, (_, n) => `T${n},X,${n + 1} EUR`)
    const id = await uploaded('bills', ['title,payer,amount', ...lines].join('\n'))
    const { body } = await app.call('imports.start', { token, params: { id }, body: {} })
    const params = { id: body.data._id }
    const busy = await app.call('imports.start', { token, params: { id }, body: {} })
    expect(busy.status).toBe(409)
    for (;;) {
      const { status, body } = await app.call('jobs.details', { token, params })
      expect([200, 503]).toContain(status)
      if (body.data?.changed > 0 || body.data?.status === 'done') break
      await new Promise((done) => setTimeout(done, 20))
    }
    await app.call('jobs.pause', { token, params })
    await app.call('jobs.resume', { token, params })
    const job = await jobEnd(app, token, params.id)
    expect(job).toMatchObject({ status: 'done', total: 12_000, changed: 12_000, unchanged: 0 })
    const { body: list } = await app.call('bills.list', { token })
    expect(list.data.pagination.total).toBe(12_000)
  })

  test('each area needs its own permission, businesses theirs', async () => {
    const as = async (permissions: Permission[]) => (await app.signIn(permissions)).token
    const importer = await as([importNeeds.members])
    const text = 'name,type\nAda,member\nThe shop,business\n'
    expect((await upload('bills', 'x', 'x.csv', importer)).statusCode).toBe(403)
    const id = await uploaded('members', text, importer)
    expect((await preview(id, {}, importer)).body.data.checked).toMatchObject({ good: 1, bad: 1 })
    expect(await run(id, {}, importer)).toMatchObject({ changed: 1, failed: 1 })
    const both = await as([importNeeds.members, permission('Users', 'Business users', 'import')])
    expect((await preview(id, {}, both)).status).toBe(404)
    expect(await run(await uploaded('members', text, both), {}, both)).toMatchObject({
      changed: 1,
      unchanged: 1,
    })
    expect((await upload('bills', 'x', 'x.csv', await as([]))).statusCode).toBe(403)
  })

  test('takes bytes alone, and a name of one line', async () => {
    const json = await upload('bills', '{"title":"A"}', 'a.json', token, 'application/json')
    expect(json.statusCode).toBe(415)
    expect((await upload('bills', 'x', 'a\nb')).statusCode).toBe(422)
    expect((await upload('nothing' as ImportArea, 'x')).statusCode).toBe(422)
  })

  test('a file can be thrown away', async () => {
    const id = await uploaded('bills', csv)
    const { body } = await app.call('imports.details', { token, params: { id } })
    mustFitContract('imports.details', body)
    expect(body.data).toMatchObject({ _id: id, area: 'bills', fileName: 'file.csv' })
    expect((await app.call('imports.delete', { token, params: { id } })).status).toBe(200)
    expect((await preview(id)).status).toBe(404)
    expect((await app.call('imports.details', { token, params: { id } })).status).toBe(404)
    const report = await app.call('imports.report', { token, params: { id } })
    expect(report.status).toBe(404)
  })

  test('a file sent again with the same Idempotency-Key waits once; another one is refused', async () => {
    const kept = async () => (await readdir(join(app.config.dataDir, 'imports'))).sort()
    const before = await kept()
    const send = (text: string, name: string) =>
      upload('bills', text, name, token, undefined, { 'idempotency-key': 'upload' })
    const [one, two] = await Promise.all([send('title\nA', 'a.csv'), send('title\nA', 'a.csv')])
    expect([one.statusCode, two.statusCode]).toEqual([201, 201])
    expect(one.json().data._id).toBe(two.json().data._id)
    const again = await send('title\nA', 'a.csv')
    expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([201, 'true'])
    expect(again.json()).toEqual(one.json())
    for (const other of [await send('title\nB', 'a.csv'), await send('title\nA', 'b.csv')]) {
      expect([other.statusCode, other.json().code]).toEqual([409, 'key_reused'])
    }
    expect(await kept()).toEqual([...before, one.json().data._id].sort())
  })

  test('a file that can’t be read for want of a thread is no fault of the file', async () => {
    const busy = await startTestApp(engine, {}, { imports: { preview: tooShort } })
    try {
      const own = (await busy.signIn('owner')).token
      const sent = await busy.app.inject({
        method: 'POST',
        url: '/api/admin/imports?area=bills&name=a.csv',
        headers: { authorization: `Bearer ${own}`, 'content-type': 'application/octet-stream' },
        payload: 'title,payer,amount\nA,X,1 EUR',
      })
      const params = { id: sent.json().data._id }
      const { status, headers, body } = await busy.call('imports.start', {
        token: own,
        params,
        body: {},
      })
      expect([status, body.code, headers['retry-after']]).toEqual([503, 'not_ready', '10'])
    } finally {
      await busy.dispose()
    }
  })

  test('a file larger than 200 MB is refused on its way', async () => {
    const chunk = Buffer.alloc(8 * 1024 * 1024, 'x')
    let sent = 0
    const { Readable } = await import('node:stream')
    const payload = Readable.from(
      (function* () {
        for (; sent < 27; sent += 1) yield chunk
      })(),
    )
    const answer = await app.app.inject({
      method: 'POST',
      url: '/api/admin/imports?area=bills&name=big.csv',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      payload,
    })
    expect(answer.statusCode).toBe(413)
    expect(answer.json().code).toBe('too_large')
  })

  test('a preview looks into a column however its name is spelled', async () => {
    const file = ['Full Name,E-Mail', 'Tom &amp; Anna,spelled@example.com', ',x@example.com']
    const id = await uploaded('members', file.join('\n'))
    const map = { name: '{full_name}', email: 'email', about: 'full-name' }
    const { body } = await preview(id, { map })
    expect(body.data.checked).toMatchObject({ good: 1, bad: 1 })
    expect(body.data.survey).toMatchObject({
      rows: 2,
      missing: { name: 1 },
      encoded: { entities: { texts: 1, examples: [{ column: 'Full Name' }] } },
    })
  })

  test('a preview says what the first rows lack, and what of their texts is encoded', async () => {
    const file = [
      'Name,Email,Type,About',
      'Tom &amp; Anna,tom@example.com,,caf\\u00e9',
      ',x&amp;y@example.com,member,&lt;b&gt;',
      'Zoe,,business,plain',
    ].join('\n')
    const id = await uploaded('members', file)
    const { body } = await preview(id)
    mustFitContract('imports.preview', body)
    expect(body.data.survey).toEqual({
      rows: 3,
      missing: { name: 1 },
      fallbacks: { type: { rows: 1, value: 'member' } },
      encoded: {
        unescape: {
          texts: 1,
          examples: [{ column: 'About', before: 'caf\\u00e9', after: 'café' }],
        },
        entities: {
          texts: 2,
          examples: [
            { column: 'Name', before: 'Tom &amp; Anna', after: 'Tom & Anna' },
            { column: 'About', before: '&lt;b&gt;', after: '<b>' },
          ],
        },
      },
    })
    const details = await app.call('imports.details', { token, params: { id } })
    expect(details.body.data.fields).toContainEqual({
      name: 'email',
      required: false,
      unique: true,
    })

    const job = await run(id, { entities: true, unescape: true })
    expect(job).toMatchObject({ changed: 2, failed: 1 })
    const { body: list } = await app.call('users.list', { token, query: { search: 'tom@' } })
    expect(list.data.users[0]).toMatchObject({ name: 'Tom & Anna', about: 'café', type: 'member' })
  })
})
