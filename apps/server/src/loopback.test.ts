import { expect, test } from 'vitest'
import { isLoopback } from './loopback.ts'

test.each([
  'localhost',
  'LOCALHOST',
  'steward.localhost',
  '127.0.0.1',
  '127.8.9.10',
  '::1',
  '[::1]',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  '[::ffff:7f00:1]',
])('%s reaches this machine alone', (host) => expect(isLoopback(host)).toBe(true))

test.each([
  '',
  '0.0.0.0',
  '::',
  '128.0.0.1',
  '10.0.0.1',
  '::2',
  '::ffff:10.0.0.1',
  '127.0.0.1.example.com',
  'localhost.example.com',
  'mylocalhost',
  '127.1',
  '0x7f.0.0.1',
  'fe80::1%lo',
])('%s may be another', (host) => expect(isLoopback(host)).toBe(false))
