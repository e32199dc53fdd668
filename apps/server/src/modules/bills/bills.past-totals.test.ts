import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'

const deleted_at = '2026-01-01T00:00:00.000Z'

describe.each(oneEngine)('totals of bills as they stood on %s', (engine) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    token = (await app.signIn('owner')).token
  })
  afterAll(() => app.dispose())

  const totals = async (query: Record<string, string> = {}) => {
    const { status, body } = await app.call('bills.totals', { token, query })
    expect(status).toBe(200)
    mustFitContract('bills.totals', body)
    return body.data.totals
  }
  const moment = async () => {
    await new Promise((go) => setTimeout(go, 5))
    const at = new Date().toISOString()
    await new Promise((go) => setTimeout(go, 5))
    return at
  }

  test('are those of then, whatever became of the bills since', async () => {
    const due = { status: 'due' as const }
    const [more = '', paid = '', gone = '', purged = '', back = ''] = await create(
      app.db,
      'bills',
      { ...due, title: 'Hall', amount: 1_000 },
      { ...due, amount: 200 },
      { ...due, amount: 30 },
      { ...due, amount: 4 },
      { ...due, amount: 50_000, deleted_at },
      { ...due, title: 'Hall', amount: 600, currency: 'JPY' },
    )
    // By the counter, by counting, and of what is deleted.
    const queries: Record<string, string>[] = [{}, { search: 'hall' }, { deleted: 'only' }]
    const all = (asOf?: string) =>
      Promise.all(queries.map((query) => totals({ ...query, ...(asOf && { asOf }) })))
    const before = await all()
    expect(before[0]).toEqual([
      { status: 'due', currency: 'EUR', count: 4, amount: '1234' },
      { status: 'due', currency: 'JPY', count: 1, amount: '600' },
    ])
    const asOf = await moment()
    const update = (id: string, data: object) =>
      app.call('bills.update', { token, params: { id }, body: { data } })
    const answers = [
      await update(more, { amount: 9_999_999, title: 'House' }),
      await update(paid, { status: 'paid', currency: 'USD' }),
      await app.call('bills.delete', { token, params: { id: gone } }),
      await app.call('bills.delete', { token, params: { id: purged } }),
      await app.call('bills.purge', { token, params: { id: purged } }),
      await app.call('bills.restore', { token, params: { id: back } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    await create(app.db, 'bills', { ...due, title: 'Hall', amount: 77 })
    expect((await all())[0]).toEqual([
      { status: 'due', currency: 'EUR', count: 3, amount: '10050076' },
      { status: 'due', currency: 'JPY', count: 1, amount: '600' },
      { status: 'paid', currency: 'USD', count: 1, amount: '200' },
    ])
    expect(await all(asOf)).toEqual(before)
  })
})
