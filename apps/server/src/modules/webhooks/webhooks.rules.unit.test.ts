import { expect, test } from 'vitest'
import {
  askedPause,
  messageId,
  newSecret,
  nextPause,
  signedHeaders,
  tryingMs,
} from './webhooks.rules.ts'

test('pauses grow, are spread by a tenth, and end after three days', () => {
  expect([1, 2, 3, 4, 5, 9, 99].map((failed) => nextPause(failed, 0, 0.5))).toEqual([
    5_000, 30_000, 120_000, 600_000, 3_600_000, 86_400_000, 86_400_000,
  ])
  expect([nextPause(1, 0, 0), nextPause(1, 0, 1)]).toEqual([4_500, 5_500])
  // The last try is at the end of the three days, and none after it.
  expect(nextPause(9, tryingMs - 1_000, 0.5)).toBe(1_000)
  expect(nextPause(9, tryingMs, 0.5)).toBeNull()
  let [tries, at] = [1, 0]
  for (let pause = nextPause(1, 0); pause !== null; pause = nextPause(tries, at)) {
    tries += 1
    at += pause
  }
  expect(at).toBe(tryingMs)
  expect(tries).toBeGreaterThan(9)
  expect(tries).toBeLessThan(14)
})

test('a receiver may ask for a pause of an hour at most', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  expect(askedPause(null)).toBe(0)
  expect(askedPause('120')).toBe(120_000)
  expect(askedPause('999999')).toBe(3_600_000)
  expect(askedPause('Thu, 01 Jan 2026 00:01:00 GMT', now)).toBe(60_000)
  expect(askedPause('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0)
  for (const wrong of ['soon', '-5', '1e9', '']) expect(askedPause(wrong, now)).toBe(0)
})

test('messages have one id for an entry of a webhook, another after the log was restored', () => {
  const [webhook, other] = [
    '01a225cd-96f6-7392-9e5e-d1d58e4b8279',
    '01a225cd-96f6-7392-9e5e-d1d58e4b8270',
  ]
  const entry = { entry_id: 7, entry_at: '2026-01-01T00:00:00.000Z' }
  const id = messageId(webhook, entry)
  expect(id).toBe(messageId(webhook, { ...entry }))
  expect(id).toMatch(/^msg_[\da-z]+_7_[\da-z]+$/)
  expect(messageId(other, entry)).not.toBe(id)
  expect(messageId(webhook, { ...entry, entry_at: '2026-01-01T00:00:00.001Z' })).not.toBe(id)
})

test('signs as the specification’s example does, by each secret', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
  }
  const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
  expect(signedHeaders(message, [secret])).toEqual({
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': signature,
  })
  const both = signedHeaders(message, [newSecret(), secret])['webhook-signature'].split(' ')
  expect(both).toEqual([expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/), signature])
})
