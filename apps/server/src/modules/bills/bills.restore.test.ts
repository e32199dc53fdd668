import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { create, nextNumber } from '../../testing/factories.ts'
import { jobEnd } from '../../testing/jobs.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

describe.each(oneEngine)('numbers of deleted bills on %s', (engine) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    token = (await app.signIn('owner')).token
  })
  afterAll(() => app.dispose())

  /** Deleted bills that all bear one number. */
  const twins = async (count: number) => {
    const number = `T-${nextNumber()}`
    const deleted_at = '2026-01-01T00:00:00.000Z'
    const rows = Array.from({ length: count }, () => ({ number, deleted_at }))
    return { number, ids: await create(app.db, 'bills', ...rows) }
  }
  const restore = (id: string) => app.call('bills.restore', { token, params: { id } })
  const live = async (number: string) => {
    const { rows } = await sql<{ id: string }>`
      select id from bills where number = ${number} and deleted_at is null`.execute(app.db)
    return rows.map(({ id }) => id)
  }

  test('stand in nobody’s way: a bill comes back with the number of one that is deleted too', async () => {
    const { number, ids } = await twins(2)
    const [first = '', second = ''] = ids
    expect((await restore(second)).status).toBe(200)
    expect(await live(number)).toEqual([second])
    const refused = await restore(first)
    expect([refused.status, refused.body.code]).toEqual([409, 'taken'])
    await app.call('bills.delete', { token, params: { id: second } })
    expect((await restore(first)).status).toBe(200)
    expect(await live(number)).toEqual([first])
  })

  test('come back once where many come back together, and are free for a new bill', async () => {
    const { number, ids } = await twins(3)
    const body = { area: 'bills', action: 'restore', ids }
    const begun = await app.call('jobs.create', { token, body })
    const job = await jobEnd(app, token, begun.body.data._id)
    expect(job).toMatchObject({ changed: 1, failed: 2 })
    expect(await live(number)).toHaveLength(1)
    const free = await twins(1)
    const data = { title: 'New', payer: { name: 'Ann' }, amount: 1, currency: 'EUR' }
    const made = await app.call('bills.create', {
      token,
      body: { data: { ...data, number: free.number } },
    })
    expect(made.status).toBe(201)
    expect((await restore(free.ids[0] ?? '')).status).toBe(409)
  })
})
