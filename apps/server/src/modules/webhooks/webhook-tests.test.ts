import { expect, test } from 'vitest'
import { readNetworks } from '../../http/outbound-networks.ts'
import { usualEngine } from '../../testing/database.ts'
import { startTestApp } from '../../testing/server.ts'

test('class: receivers called without end by the test button', async () => {
  const app = await startTestApp(usualEngine, {
    privateNetworks: readNetworks('127.0.0.0/8') ?? [],
  })
  const { token } = await app.signIn('owner')
  // Nothing listens there, so that each test is over at once.
  const body = { name: 'R', url: 'http://127.0.0.1:9/', areas: ['bills'] }
  const { webhook } = (await app.call('webhooks.create', { token, body })).body.data
  const testIt = () => app.call('webhooks.test', { token, params: { id: webhook._id } })
  for (let n = 0; n < 20; n += 1) expect((await testIt()).status).toBe(200)
  const refused = await testIt()
  expect([refused.status, refused.body.message]).toEqual([
    429,
    'You have tested webhooks many times within a minute. Please wait a moment.',
  ])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  await app.dispose()
})
