import { permission } from '@steward/contract/permissions/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { create, nextNumber } from '../../testing/factories.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'

describe.each(oneEngine)('bills on %s', (engine) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    const session = await app.signIn([
      permission('Operations', 'Bills', 'list'),
      permission('Operations', 'Bills', 'update'),
      permission('Operations', 'Bills', 'delete'),
    ])
    token = session.token
  })
  afterAll(() => app.dispose())

  const bill = async (fields: Parameters<typeof create<'bills'>>[2] = {}) =>
    (await create(app.db, 'bills', fields))[0] as string
  const update = (id: string, data: unknown) =>
    app.call('bills.update', { token, params: { id }, body: { data } })

  test('changes what is sent and nothing else, and moves the version on', async () => {
    const id = await bill({ notes: 'Kept', due_at: '2026-03-01T00:00:00.000Z' })
    const { status, body } = await update(id, { title: ' Rent ', amount: 100_000, currency: 'JPY' })
    expect(status).toBe(200)
    mustFitContract('bills.update', body)
    expect(body.data).toMatchObject({
      _id: id,
      title: 'Rent',
      amount: 100_000,
      currency: 'JPY',
      notes: 'Kept',
      dueAt: '2026-03-01T00:00:00.000Z',
      version: 2,
    })
  })

  test('takes the whole record back as it was given out', async () => {
    const id = await bill()
    const { body } = await app.call('bills.list', { token, query: { limit: 100 } })
    const record = body.data.bills.find((each: { _id: string }) => each._id === id)
    const again = await update(id, { ...record, notes: 'Seen' })
    expect(again.body.data).toEqual({
      ...record,
      notes: 'Seen',
      version: 2,
      updatedAt: again.body.data.updatedAt,
    })
  })

  test('a save without a change is none', async () => {
    const id = await bill()
    const { body } = await update(id, { status: 'draft', title: 'Hall hire' })
    expect(body.data.version).toBe(1)
  })

  test('paid sets the time of payment, paid again keeps it, any other status clears it', async () => {
    const id = await bill({ status: 'due' })
    const paid = (await update(id, { status: 'paid' })).body.data
    expect(Math.abs(Date.now() - Date.parse(paid.paidAt))).toBeLessThan(60_000)
    const again = (await update(id, { status: 'paid', notes: 'By cheque' })).body.data
    expect(again.paidAt).toBe(paid.paidAt)
    const back = (await update(id, { status: 'due' })).body.data
    expect(back).toMatchObject({ status: 'due', paidAt: null })
  })

  test('a payment has the date that is given with it, and later another one', async () => {
    const id = await bill({ status: 'due', issued_at: '2026-03-01T00:00:00.000Z' })
    const paid = await update(id, { status: 'paid', paidAt: '2026-03-09T10:00:00.000Z' })
    expect(paid.body.data).toMatchObject({ status: 'paid', paidAt: '2026-03-09T10:00:00.000Z' })
    const moved = await update(id, { paidAt: '2026-03-08' })
    expect(moved.body.data.paidAt).toBe('2026-03-08T00:00:00.000Z')
    const again = await update(id, { status: 'paid', paidAt: null })
    expect(again.body.data).toMatchObject({ paidAt: '2026-03-08T00:00:00.000Z', version: 3 })
    // Whoever sends the whole record back with another status has not paid it.
    const back = await update(id, { ...moved.body.data, status: 'due', version: undefined })
    expect(back.body.data).toMatchObject({ status: 'due', paidAt: null })
  })

  test.each([
    ['before the issue date', () => Date.parse('2026-02-28T09:59:59.999Z')],
    ['in the future', () => Date.now() + 3_600_000],
  ])('a payment %s is refused at its field, and nothing is changed', async (words, at) => {
    const paidAt = new Date(at()).toISOString()
    const msg = `Must not be ${words}`
    const id = await bill({ status: 'due', issued_at: '2026-03-01T00:00:00.000Z' })
    const { status, body } = await update(id, { status: 'paid', paidAt })
    expect([status, body.errors]).toEqual([422, [{ path: 'data.paidAt', msg }]])
    const { body: after } = await app.call('bills.details', { token, params: { id } })
    expect(after.data).toMatchObject({ status: 'due', paidAt: null, version: 1 })
  })

  test.each([
    ['amount', 12.5],
    ['amount', -5],
    ['amount', '12'],
    ['amount', '12.345 EUR'],
    ['amount', '١٢'],
    ['amount', 2 ** 53],
    ['amount', null],
    ['currency', 'eur'],
    ['currency', '€'],
    ['currency', 'ZZZ'],
    ['status', 'gone'],
    ['number', '  '],
    ['number', 'x'.repeat(201)],
    ['title', 'a\0b'],
    ['title', '\ud800'],
    ['title', 'x'.repeat(1_000_000)],
    ['title', ['Rent']],
    ['notes', 'x'.repeat(10_001)],
    ['dueAt', '2026-02-30'],
    ['dueAt', '0000-01-01'],
    ['dueAt', '9999-12-31T23:59:59-12:00'],
    ['dueAt', 'tomorrow'],
    ['payer', 'Somebody'],
    ['payer', { _id: null }],
    ['payer', { _id: '00000000-0000-7000-8000-000000000000' }],
    ['version', 'one'],
  ])('refuses %s %j at its field', async (field, value) => {
    const id = await bill()
    const { status, body } = await update(id, { [field]: value })
    expect(status).toBe(422)
    expect(body.errors.map((entry: { path: string }) => entry.path)).toEqual([`data.${field}`])
  })

  test('takes a big amount written short, and 10,000 characters that are more bytes', async () => {
    const id = await bill()
    const answer = await app.app.inject({
      method: 'PUT',
      url: `/api/admin/bills/${id}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: `{"data":{"amount":1e9,"notes":"${'😀'.repeat(10_000)}"}}`,
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data.amount).toBe(1_000_000_000)
  })

  test('refuses a body without data, and one that would reach a prototype', async () => {
    const id = await bill()
    const bare = await app.call('bills.update', { token, params: { id }, body: { title: 'Rent' } })
    expect(bare.body.errors).toEqual([{ path: 'data', msg: expect.any(String) }])
    const answer = await app.app.inject({
      method: 'PUT',
      url: `/api/admin/bills/${id}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: '{"data":{"__proto__":{"title":"Rent"}}}',
    })
    expect(answer.statusCode).toBe(400)
  })

  test('a due date before the issue date is refused at the one that was sent', async () => {
    const id = await bill({ issued_at: '2026-03-01T00:00:00.000Z' })
    const due = await update(id, { dueAt: '2026-02-28' })
    expect(due.status).toBe(422)
    expect(due.body.errors[0].path).toBe('data.dueAt')
    expect((await update(id, { dueAt: '2026-03-01' })).status).toBe(200)
    const issued = await update(id, { issuedAt: '2026-03-02' })
    expect(issued.body.errors[0].path).toBe('data.issuedAt')
    const both = await update(id, { issuedAt: '2026-05-02', dueAt: '2026-05-01' })
    expect(both.body.errors[0].path).toBe('data.dueAt')
    expect((await update(id, { issuedAt: null, dueAt: '2020-01-01' })).status).toBe(200)
  })

  test('an older version is refused with the bill as it stands now', async () => {
    const id = await bill()
    await update(id, { title: 'First', version: 1 })
    const late = await update(id, { title: 'Second', version: 1 })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ code: 'out_of_date', data: { title: 'First', version: 2 } })
    expect((await update(id, { title: 'Third' })).body.data.title).toBe('Third')
  })

  test('of two edits of one version at once, one is saved', async () => {
    const id = await bill()
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((title) => update(id, { title, version: 1 })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409])
  })

  test('a number that is taken is refused at its field, also to two at once', async () => {
    const [one, other] = [await bill(), await bill()]
    const number = `N-${nextNumber()}`
    const answers = await Promise.all([update(one, { number }), update(other, { number })])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    const refused = answers.find((answer) => answer.status === 409)
    expect(refused?.body).toMatchObject({ code: 'taken', errors: [{ path: 'data.number' }] })
  })

  test('class: found by a name that the payer no longer has', async () => {
    const [payer = ''] = await create(app.db, 'users', { name: 'Newname Nobody' })
    const known = await bill({ payer_id: payer, payer_name: 'Formername Nobody' })
    const plain = await bill({ payer_name: 'Formername Elsewhere' })
    const found = async (search: string) => {
      const { body } = await app.call('bills.list', { token, query: { search } })
      return body.data.bills.map((each: { _id: string }) => each._id)
    }
    expect(await found('formername')).toEqual([plain])
    expect(await found('newname')).toEqual([known])
  })

  test('names the payer by account or by name', async () => {
    const [payer = ''] = await create(app.db, 'users', { name: 'Ada' })
    const id = await bill()
    const known = await update(id, { payer: { _id: payer } })
    expect(known.body.data.payer).toEqual({ _id: payer, name: 'Ada' })
    const plain = await update(id, { payer: { _id: null, name: 'The corner shop' } })
    expect(plain.body.data.payer).toEqual({ _id: null, name: 'The corner shop' })
  })

  test('deletes once, says so the second time, and restores', async () => {
    const id = await bill()
    const params = { id }
    const answers = await Promise.all([
      app.call('bills.delete', { token, params }),
      app.call('bills.delete', { token, params }),
    ])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404])
    expect(answers.find((answer) => answer.status === 404)?.body.message).toMatch(
      /no longer exists/,
    )
    expect((await update(id, { title: 'Late' })).status).toBe(404)
    const back = await app.call('bills.restore', { token, params })
    expect(back.body.data._id).toBe(id)
    expect((await app.call('bills.restore', { token, params })).status).toBe(200)
    expect((await update(id, { title: 'Again' })).status).toBe(200)
  })

  test('a restore is refused where its number is taken meanwhile', async () => {
    const number = `T-${nextNumber()}`
    const id = await bill({ number })
    await app.call('bills.delete', { token, params: { id } })
    await bill({ number })
    const { status, body } = await app.call('bills.restore', { token, params: { id } })
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'taken', errors: [{ path: 'number' }] })
  })

  test('an id that is nobody’s is not found', async () => {
    for (const id of ['x', '%00', '00000000-0000-7000-8000-000000000000']) {
      expect((await update(id, { title: 'A' })).status).toBe(404)
      expect((await app.call('bills.delete', { token, params: { id } })).status).toBe(404)
      expect((await app.call('bills.restore', { token, params: { id } })).status).toBe(404)
    }
  })

  test('each call needs its own permission', async () => {
    const { token } = await app.signIn([permission('Operations', 'Bills', 'list')])
    const id = await bill()
    const update = { token, params: { id }, body: { data: { title: 'A' } } }
    expect((await app.call('bills.totals', { token })).status).toBe(200)
    expect((await app.call('bills.update', update)).status).toBe(403)
    expect((await app.call('bills.delete', { token, params: { id } })).status).toBe(403)
    expect((await app.call('bills.restore', { token, params: { id } })).status).toBe(403)
  })
})

describe.each(oneEngine)('totals of bills on %s', (engine) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    token = (await app.signIn('owner')).token
    await create(
      app.db,
      'bills',
      { status: 'due', currency: 'EUR', amount: 1999, title: 'Hall', due_at: '2026-03-01' },
      { status: 'due', currency: 'EUR', amount: 1, title: 'Garden', due_at: '2026-04-01' },
      { status: 'paid', currency: 'EUR', amount: 500, title: 'Hall' },
      { status: 'due', currency: 'KWD', amount: Number.MAX_SAFE_INTEGER, title: 'Pool' },
      { status: 'due', currency: 'KWD', amount: Number.MAX_SAFE_INTEGER, title: 'Pool' },
      { status: 'due', currency: 'JPY', amount: 70, deleted_at: '2026-01-01T00:00:00.000Z' },
    )
  })
  afterAll(() => app.dispose())

  const totals = async (query = {}) => {
    const { body } = await app.call('bills.totals', { token, query })
    mustFitContract('bills.totals', body)
    return body.data.totals.map(
      (each: { currency: string; status: string; count: number; amount: string }) =>
        `${each.currency} ${each.status} ${each.count} ${each.amount}`,
    )
  }

  test('are exact past what a number holds', async () => {
    expect(await totals()).toEqual([
      'EUR due 2 2000',
      'EUR paid 1 500',
      'KWD due 2 18014398509481982',
    ])
  })

  test('follow the filter, its search and its span of time', async () => {
    expect(await totals({ currency: ['EUR', 'JPY'], status: 'due' })).toEqual(['EUR due 2 2000'])
    expect(await totals({ search: 'hall' })).toEqual(['EUR due 1 1999', 'EUR paid 1 500'])
    expect(await totals({ from: '2026-03-15', to: '2026-04-01' })).toEqual(['EUR due 1 1'])
    expect(await totals({ search: 'nothing' })).toEqual([])
  })

  test('follow every change at once', async () => {
    const before = await totals({ currency: 'GBP' })
    const [id = ''] = await create(app.db, 'bills', { currency: 'GBP', amount: 10, status: 'due' })
    expect(before).toEqual([])
    expect(await totals({ currency: 'GBP' })).toEqual(['GBP due 1 10'])
    const update = (data: object) =>
      app.call('bills.update', { token, params: { id }, body: { data } })
    await update({ amount: 25 })
    expect(await totals({ currency: 'GBP' })).toEqual(['GBP due 1 25'])
    await update({ status: 'paid' })
    expect(await totals({ currency: 'GBP' })).toEqual(['GBP paid 1 25'])
    await app.call('bills.delete', { token, params: { id } })
    expect(await totals({ currency: 'GBP' })).toEqual([])
    await app.call('bills.restore', { token, params: { id } })
    expect(await totals({ currency: 'GBP' })).toEqual(['GBP paid 1 25'])
  })
})
