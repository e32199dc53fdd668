import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Client } from '../../db/client.ts'
import { settle } from '../../db/settle.ts'
import { engines } from '../../testing/database.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

const scale = process.env.STEWARD_SCALE === '1'
const rows = scale ? 1_000_000 : 60_000
/** Megabytes by which the second half may need more than the first, whatever the number of rows. */
const mostGrowth = 100

describe.each(engines)('a large export on %s', (engine) => {
  let app: TestApp
  let token: string
  let port: number
  beforeAll(async () => {
    app = await startTestApp(engine)
    token = (await app.signIn('owner')).token
    for (let from = 1; from <= rows; from += 20_000) {
      await sql`
        insert into shopping_posts (id, title, description, price, currency, created_at)
        select gen_random_uuid(), 'Offer ' || n, repeat('x', 200), n, 'EUR',
          timestamptz '2026-01-01' + make_interval(secs => n % 1000)
        from generate_series(${from}::int, ${Math.min(rows, from + 19_999)}::int) as n
      `.execute(app.db)
    }
    await settle(app.db, ['shopping_posts'])
    await app.app.listen({ port: 0, host: '127.0.0.1' })
    port = (app.app.server.address() as AddressInfo).port
  }, 600_000)
  afterAll(() => app.dispose())

  const url = async () => {
    const body = { area: 'shoppingPosts', query: { sort: 'price' } }
    const answer = await app.call('exports.create', { token, body })
    expect(answer.body.data.total).toBe(rows)
    return `http://127.0.0.1:${port}${answer.body.data.url}`
  }

  test('streams every row in constant memory', async () => {
    const answer = await fetch(await url())
    let lines = 0
    let bytes = 0
    const most = [0, 0]
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.length
      for (const byte of chunk) if (byte === 10) lines += 1
      const half = lines < rows / 2 ? 0 : 1
      most[half] = Math.max(most[half] ?? 0, process.memoryUsage().rss / 1e6)
    }
    expect(lines).toBe(rows + 1)
    expect(bytes).toBeGreaterThan(rows * 250)
    const [first = 0, second = 0] = most
    expect(second - first).toBeLessThan(mostGrowth)
  }, 600_000)

  test('a client that goes away ends its queries', async () => {
    const asked = vi.spyOn(Client.prototype, 'query')
    const statementsAfter = async (ms: number) => {
      await new Promise((done) => setTimeout(done, ms))
      return asked.mock.calls.filter(([text]) => String(text).includes('steward_key')).length
    }
    const target = await url()
    await new Promise<void>((done, fail) => {
      const sent = request(target, (answer) => {
        answer.once('data', () => {
          answer.destroy()
          done()
        })
      })
      sent.on('error', fail)
      sent.end()
    })
    const soon = await statementsAfter(1_000)
    expect(soon).toBeLessThan(rows / 1_000)
    expect(await statementsAfter(1_000)).toBe(soon)
  })
})
