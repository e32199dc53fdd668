import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Client } from '../../db/connection/client.ts'
import { oneEngine } from '../../testing/database.ts'
import { makeOffers } from '../../testing/many-offers.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

const rows = 60_000

describe.each(oneEngine)('an export on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
    await makeOffers(app.db, rows)
    await app.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => app.dispose())

  test('ends its queries when the client goes away', async () => {
    const { token } = await app.signIn('owner')
    const body = { area: 'shoppingPosts', query: { sort: 'price' } }
    const begun = await app.call('exports.create', { token, body })
    const { port } = app.app.server.address() as AddressInfo
    const asked = vi.spyOn(Client.prototype, 'query')
    const statementsAfter = async (ms: number) => {
      await new Promise((done) => setTimeout(done, ms))
      return asked.mock.calls.filter(([text]) => String(text).includes('steward_key')).length
    }
    await new Promise<void>((done, fail) => {
      const sent = request(`http://127.0.0.1:${port}${begun.body.data.url}`, (answer) => {
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
