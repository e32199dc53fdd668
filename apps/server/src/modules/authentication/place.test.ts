import { expect, test } from 'vitest'
import { deviceOf, neighbourhoodOf, networkOf } from './sign-in-origin.ts'

test('an IPv4 address stands for itself, also where it is mapped', () => {
  expect(networkOf('192.0.2.1')).toBe('192.0.2.1')
  for (const mapped of ['::ffff:192.0.2.1', '::FFFF:192.0.2.1', '::ffff:c000:201']) {
    expect(networkOf(mapped)).toBe('192.0.2.1')
  }
  expect(neighbourhoodOf('192.0.2.1')).toBe('192.0.2')
})

test('an IPv6 address stands for its network of 64 bits, however it is written', () => {
  for (const ip of [
    '2001:db8::1',
    '2001:db8::ffff:1',
    '2001:0db8:0000:0000:aaaa::',
    '2001:DB8:0:0:1:2:3:4',
    '2001:db8::192.0.2.1',
  ]) {
    expect(networkOf(ip)).toBe('2001:db8:0:0::/64')
  }
  expect(networkOf('2001:db8:0:1::1')).toBe('2001:db8:0:1::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(neighbourhoodOf('2001:db8:0:1::1')).toBe('2001:db8:0')
})

test('what is no address stands for itself, shortened', () => {
  expect(networkOf('x'.repeat(5000))).toHaveLength(100)
  for (const text of ['1.2', '127.1', '0x7f.1', '010.0.0.1', '', '2001:db8::/64', '1::2::3']) {
    expect([networkOf(text), neighbourhoodOf(text)]).toEqual([text, text])
  }
})

test('a device is named for people', () => {
  const agents = {
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0':
      'Firefox on Windows',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15':
      'Safari on macOS',
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36':
      'Chrome on Android',
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0':
      'Edge on Windows',
    'curl/8.5.0': 'curl',
    '<script>alert(1)</script>': 'An unknown device',
  }
  for (const [agent, name] of Object.entries(agents)) expect(String(deviceOf(agent))).toBe(name)
  expect(deviceOf(null)).toBe('An unknown device')
})
