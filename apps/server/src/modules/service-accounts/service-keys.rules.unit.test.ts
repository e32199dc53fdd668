import { expect, test } from 'vitest'
import { isKey, isWellFormed, mayUseFrom, newKey, prefixOf } from './service-keys.rules.ts'

test('a key has a mark that scanners find, and a checksum', () => {
  const key = newKey()
  expect(key).toMatch(/^stw_[0-9A-Za-z]{36}$/)
  expect(isKey(key) && isWellFormed(key)).toBe(true)
  expect(prefixOf(key)).toBe(key.slice(0, 10))
  expect(newKey()).not.toBe(key)
  const other = key.endsWith('a') ? 'b' : 'a'
  for (const wrong of [
    `${key.slice(0, -1)}${other}`,
    `${key.slice(0, 4)}${other === key[4] ? 'c' : other}${key.slice(5)}`,
    key.slice(0, -1),
    `${key}a`,
    key.replace('stw_', 'stx_'),
    'stw_',
    '',
  ])
    expect(isWellFormed(wrong), wrong).toBe(false)
})

test('a key bound to networks is for addresses of these alone', () => {
  const networks = ['203.0.113.0/24', '198.51.100.7', '2001:db8::/32']
  for (const address of [
    '203.0.113.1',
    '203.0.113.255',
    '198.51.100.7',
    '2001:db8:1::1',
    '::ffff:203.0.113.9',
  ])
    expect(mayUseFrom(networks, address), address).toBe(true)
  for (const address of ['203.0.114.1', '198.51.100.8', '2001:db9::1', '::1', '', 'unknown'])
    expect(mayUseFrom(networks, address), address).toBe(false)
  expect(mayUseFrom([], '192.0.2.1')).toBe(true)
})
