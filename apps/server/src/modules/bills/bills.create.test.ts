import { permission } from '@steward/contract/permissions/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { concurrently } from '../../testing/concurrently.ts'
import { oneEngine } from '../../testing/database.ts'
import { create, nextNumber } from '../../testing/factories.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'

describe.each(oneEngine)('new bills on %s', (engine) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    token = (
      await app.signIn(
        (['list', 'create', 'update'] as const).map((action) =>
          permission('Operations', 'Bills', action),
        ),
      )
    ).token
  })
  afterAll(() => app.dispose())
  const payer = { _id: null, name: 'The corner shop' }
  const make = (data: object = {}) =>
    app.call('bills.create', {
      token,
      body: { data: { title: 'Hall hire', payer, amount: 1250, currency: 'EUR', ...data } },
    })
  const suggested = async () =>
    (await app.call('bills.nextNumber', { token })).body.data.number as string

  test('is a draft with the number that was suggested', async () => {
    const number = await suggested()
    expect(await suggested()).toBe(number)
    const { status, body } = await make()
    expect(status).toBe(201)
    mustFitContract('bills.create', body)
    expect(body.data).toMatchObject({ number, status: 'draft', payer, issuedAt: null, version: 1 })
    expect(body.message).toContain(number)
  })

  test('numbers that are given by hand are passed over, in the suggestion too', async () => {
    const [, digits = ''] = /^B-(\d+)$/.exec(await suggested()) ?? []
    const next = (by: number) => `B-${String(Number(digits) + by).padStart(6, '0')}`
    await create(app.db, 'bills', { number: next(0) }, { number: next(1) })
    expect(await suggested()).toBe(next(2))
    expect((await make()).body.data.number).toBe(next(2))
  })

  test('many at once all get numbers of their own', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => make()))
    expect(new Set(made.map(({ body }) => body.data.number)).size).toBe(8)
  })

  test.runIf(engine === 'postgresql')(
    'one without a number gets the next but one where another is given the next meanwhile',
    async () => {
      const [, digits = ''] = /^B-(\d+)$/.exec(await suggested()) ?? []
      const next = (by: number) => `B-${String(Number(digits) + by).padStart(6, '0')}`
      const [other = ''] = await create(app.db, 'bills', { number: `N-${nextNumber()}` })
      const [made] = await concurrently(
        app,
        (tx) =>
          tx
            .updateTable('bills')
            .set({ number: next(0) })
            .where('id', '=', other)
            .execute(),
        () => [make()],
      )
      expect([made?.status, made?.body.data.number]).toEqual([201, next(1)])
    },
  )

  test('a number that is taken is refused with its name', async () => {
    const number = `N-${nextNumber()}`
    const answers = await Promise.all([make({ number }), make({ number })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ code: 'taken', errors: [{ path: 'data.number' }] })
    expect(refused?.body.message).toContain(number)
  })

  test('one that is paid has its time of payment', async () => {
    const { body } = await make({ status: 'paid' })
    expect(Math.abs(Date.now() - Date.parse(body.data.paidAt))).toBeLessThan(60_000)
  })

  test('one that was paid before has the date that is given', async () => {
    const { body } = await make({ status: 'paid', paidAt: '2026-01-09' })
    expect(body.data.paidAt).toBe('2026-01-09T00:00:00.000Z')
    const early = await make({ status: 'paid', issuedAt: '2026-01-10', paidAt: '2026-01-09' })
    expect([early.status, early.body.errors[0].path]).toEqual([422, 'data.paidAt'])
  })

  test('a draft is issued', async () => {
    const { _id } = (await make({ dueAt: '2090-01-01' })).body.data
    const params = { id: _id }
    const { body } = await app.call('bills.update', {
      token,
      params,
      body: { data: { status: 'due' } },
    })
    expect(body.data.status).toBe('due')
    expect(Math.abs(Date.now() - Date.parse(body.data.issuedAt))).toBeLessThan(60_000)
  })

  test.each([
    ['title', undefined],
    ['payer', undefined],
    ['payer', { _id: '00000000-0000-7000-8000-000000000000' }],
    ['amount', undefined],
    ['amount', 1.5],
    ['currency', 'ZZZ'],
    ['number', ' '],
    ['notes', 'x'.repeat(10_001)],
  ])('refuses %s %j at its field', async (field, value) => {
    const { status, body } = await make({ [field]: value })
    expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([
      422,
      [`data.${field}`],
    ])
  })

  test('is not due before it is issued', async () => {
    const { status, body } = await make({ issuedAt: '2031-01-02', dueAt: '2031-01-01' })
    expect([status, body.errors[0].path]).toEqual([422, 'data.dueAt'])
  })

  test('needs its own permission, and so does the suggestion', async () => {
    const { token } = await app.signIn([permission('Operations', 'Bills', 'update')])
    const data = { title: 'Hall hire', payer, amount: 1, currency: 'EUR' }
    expect((await app.call('bills.create', { token, body: { data } })).status).toBe(403)
    expect((await app.call('bills.nextNumber', { token })).status).toBe(403)
  })
})
