import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { usualEngine } from '../testing/database.ts'
import { create } from '../testing/factories.ts'
import { startTestApp } from '../testing/server.ts'

test('a page of a list is compressed at once, so that its length is known', async () => {
  const t = await startTestApp(usualEngine)
  await create(t.db, 'bills', ...Array.from({ length: 25 }, () => ({ notes: 'x'.repeat(500) })))
  const { token } = await t.signIn('owner')
  const { headers, rawPayload } = await t.app.inject({
    url: '/api/admin/bills',
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, deflate, br, zstd' },
  })
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'content-length': String(rawPayload.length),
    vary: 'accept-encoding',
  })
  const text = brotliDecompressSync(rawPayload).toString()
  // Longer than what two processors compress at once by themselves.
  expect(text.length).toBeGreaterThan(8_192)
  expect(JSON.parse(text).data.bills).toHaveLength(25)
  await t.dispose()
})
