import { expect, test } from 'vitest'
import { isLost, isNodeAway, mayBeCommitted, mayBeRepeated } from './failures.ts'

/** A coordinator's words for a worker that was stopped, with the code that most of them have. */
const refused = (message: string) => Object.assign(new Error(message), { code: 'XX000' })

test.each([
  'connection to the remote node postgres@10.0.0.2:5432 failed with the following error: Connection refused',
  'connection to the remote node postgres@10.0.0.2:5432 failed with the following error: FATAL:  the database system is starting up',
  'failure on connection marked as essential: 10.0.0.2:5432',
  'server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally',
  'could not receive data from server: Connection reset by peer',
  'SSL connection has been closed unexpectedly',
  'SSL SYSCALL error: EOF detected\ninvalid socket',
  'SSL SYSCALL error: Connection reset by peer',
  'SSL error: unexpected eof while reading',
  'no connection to the server',
])('a node of Citus is away: %s', (message) => {
  const error = refused(message)
  expect([isNodeAway(error), isLost(error)]).toEqual([true, true])
  expect([mayBeRepeated(error), mayBeCommitted(error)]).toEqual([true, true])
})

test('what a node refuses is no node that is away', () => {
  const error = refused('invalid input syntax for type integer: "SSL error"')
  expect([isNodeAway(error), isLost(error), mayBeRepeated(error)]).toEqual([false, false, false])
  expect(mayBeCommitted(error)).toBe(false)
})
