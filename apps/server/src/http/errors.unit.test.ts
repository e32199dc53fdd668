import { describe, expect, test } from 'vitest'
import { failureOf } from './errors.ts'

describe('a database that can’t be reached', () => {
  test.each([
    ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432'],
    ['ECONNRESET', 'read ECONNRESET'],
    ['EPIPE', 'write EPIPE'],
    ['ENOENT', 'connect ENOENT /var/run/postgresql/.s.PGSQL.5432'],
    ['ETIMEDOUT', 'connect ETIMEDOUT'],
    ['ENOTFOUND', 'getaddrinfo ENOTFOUND database'],
    ['EAI_AGAIN', 'getaddrinfo EAI_AGAIN database'],
    ['EHOSTUNREACH', 'connect EHOSTUNREACH'],
    ['ENETUNREACH', 'connect ENETUNREACH'],
    ['57P01', 'terminating connection due to administrator command'],
    ['57P03', 'the database system is starting up'],
    ['53300', 'sorry, too many clients already'],
    ['55000', 'database "steward" is not currently accepting connections'],
    ['08006', 'connection failure'],
    [undefined, 'timeout exceeded when trying to connect'],
    [undefined, 'timeout expired'],
    [undefined, 'Connection terminated unexpectedly'],
    [undefined, 'Client has encountered a connection error and is not queryable'],
    [undefined, 'Client was closed and is not queryable'],
  ])('is told as such, with the time to come again: %s %s', (code, message) => {
    const failure = failureOf(Object.assign(new Error(message), { code }))
    expect([failure.code, failure.retryAfter]).toEqual(['not_ready', 5])
  })

  test.each(['ENOSPC', 'EDQUOT', '53100'])('is told from a full disk: %s', (code) => {
    const failure = failureOf(Object.assign(new Error('no space left on device'), { code }))
    expect([failure.code, failure.retryAfter, failure.message]).toEqual([
      'not_ready',
      60,
      'The server’s disk is full. Please tell its administrator.',
    ])
  })

  test('is told from a statement that took too long', () => {
    const error = Object.assign(new Error('canceling statement'), { code: '57014' })
    const { code, retryAfter, message } = failureOf(error)
    expect([code, retryAfter, message]).toEqual([
      'not_ready',
      5,
      'This took too long and was stopped. Please try again.',
    ])
  })

  test('is nothing else: what is ours to mend stays a failure of the server', () => {
    for (const error of [new TypeError('x is undefined'), { code: '42601', message: 'syntax' }]) {
      expect(failureOf(error).code).toBe('internal')
    }
  })
})
