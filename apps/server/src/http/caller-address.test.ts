import { expect, test } from 'vitest'
import { callFrom } from '../testing/accounts.ts'
import { usualEngine } from '../testing/database.ts'
import { startTestApp } from '../testing/server.ts'
import { callerAddress } from './caller-address.ts'

const from = (ip: string) =>
  callerAddress({ ip, socket: { remoteAddress: '192.0.2.1' } } as Parameters<
    typeof callerAddress
  >[0])

test('class: free text as the address of a caller', () => {
  for (const text of [
    'unknown',
    '_hidden',
    '',
    '203.0.113.9 or 1=1',
    '<script>',
    'x'.repeat(5_000),
    '203.0.113.999',
    '1.2.3',
    '0x7f.1',
    '[::1',
    '[unknown]:80',
    'fe80::1%free text',
    '203.0.113.9:80:80',
  ]) {
    expect([text, from(text)]).toEqual([text, '192.0.2.1'])
  }
  for (const [written, address] of [
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:4711', '203.0.113.9'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
  ] as const) {
    expect(from(written)).toBe(address)
  }
})

test('class: a rate limit lifted by another free text in each request', async () => {
  const t = await startTestApp(usualEngine, { trustProxy: 1 })
  const body = { token: 'x'.repeat(43) }
  const statuses = new Set<number>()
  for (let n = 0; n < 62; n += 1) {
    const headers = { 'x-forwarded-for': `somebody ${n}` }
    const { status } = await callFrom(t, '192.0.2.1', 'accounts.checkLink', body, headers)
    statuses.add(status)
  }
  expect(statuses).toEqual(new Set([400, 429]))
  // An address that the proxy gives counts for itself.
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const other = await callFrom(t, '192.0.2.1', 'accounts.checkLink', body, headers)
  expect(other.status).toBe(400)
  await t.dispose()
})
