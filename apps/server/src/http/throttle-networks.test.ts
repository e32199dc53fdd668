import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callFrom } from '../testing/accounts.ts'
import { oneEngine } from '../testing/database.ts'
import { createAdmin } from '../testing/factories.ts'
import { startTestApp, type TestApp } from '../testing/server.ts'

/** Calls of one network in a window, and guesses of one account from one network. */
const maxLinks = 60
const maxGuesses = 10

describe.each(oneEngine)('rate limits by network on %s', (engine) => {
  let t: TestApp
  beforeAll(async () => {
    t = await startTestApp(engine)
  })
  afterAll(() => t.dispose())

  const checkLink = async (ip: string) =>
    (await callFrom(t, ip, 'accounts.checkLink', { token: 'x'.repeat(43) })).status

  test('addresses of one IPv6 network of 64 bits count as one place, a neighbouring one apart', async () => {
    for (let n = 0; n < maxLinks; n += 1) {
      expect(await checkLink(`2001:db8:0:7:${n.toString(16)}::${n + 1}`)).toBe(400)
    }
    expect(await checkLink('2001:db8:0:7:ffff:ffff:ffff:ffff')).toBe(429)
    expect(await checkLink('2001:0DB8:0000:0007::')).toBe(429)
    expect(await checkLink('2001:db8:0:8::1')).toBe(400)
    expect(await checkLink('2001:db8:0:6:ffff:ffff:ffff:ffff')).toBe(400)
    expect(await checkLink('2001:db8:1:7::1')).toBe(400)
  })

  test('an IPv4 address counts as one place with its IPv6-mapped form, and as no network', async () => {
    for (let n = 0; n < maxLinks; n += 1) {
      expect(await checkLink(n % 2 === 0 ? '192.0.2.1' : '::ffff:192.0.2.1')).toBe(400)
    }
    expect(await checkLink('192.0.2.1')).toBe(429)
    expect(await checkLink('::ffff:192.0.2.1')).toBe(429)
    expect(await checkLink('::FFFF:192.0.2.1')).toBe(429)
    expect(await checkLink('192.0.2.2')).toBe(400)
    expect(await checkLink('::ffff:192.0.2.2')).toBe(400)
  })

  test('guesses of a password count by the IPv6 network that they come from', async () => {
    const { roleId } = await t.signIn([])
    const { email, password } = await createAdmin(t.db, roleId)
    const signIn = async (ip: string, as = 'wrong') =>
      (await callFrom(t, ip, 'session.login', { email, password: as })).status
    // Known there, so that nothing but the network is counted.
    expect(await signIn('2001:db8:1:1::1', password)).toBe(200)
    for (let n = 0; n < maxGuesses; n += 1) {
      expect(await signIn(`2001:db8:1:1::${n + 1}`)).toBe(401)
    }
    expect(await signIn('2001:db8:1:1:abcd::1')).toBe(429)
    expect(await signIn('2001:db8:1:2::1')).toBe(401)
  })
})
