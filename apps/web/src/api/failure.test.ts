import { describe, expect, it } from 'vitest'
import { Failure, readFailure, toFailure, unreachable, unreadable } from './failure.ts'

const messages = (body: unknown, status = 422) =>
  readFailure(status, body).entries.map((entry) => entry.msg)

describe('the shared error display (specification section 8)', () => {
  it('shows one message per entry of an errors array, text or {msg}', () => {
    const body = {
      message: 'Check the form',
      errors: ['Too short', { msg: 'Taken', path: 'email' }],
    }
    expect(readFailure(422, body).entries).toEqual([
      { msg: 'Too short' },
      { msg: 'Taken', path: 'email' },
    ])
  })

  it('keeps two entries that say the same', () => {
    expect(messages({ errors: ['is required', 'is required'] })).toHaveLength(2)
  })

  it('shows a single value as it is', () => {
    expect(messages({ message: 'No', errors: 'The number is taken' })).toEqual([
      'The number is taken',
    ])
    expect(messages({ errors: 42 })).toEqual(['42'])
    expect(messages({ errors: { msg: 'Only one' } })).toEqual(['Only one'])
  })

  it('reads messages by field', () => {
    expect(readFailure(422, { errors: { email: ['is taken'], name: 'is short' } }).entries).toEqual(
      [
        { msg: 'is taken', path: 'email' },
        { msg: 'is short', path: 'name' },
      ],
    )
  })

  it('else shows the message of the payload', () => {
    expect(messages({ message: 'Not today' })).toEqual(['Not today'])
    expect(messages({ message: 'Not today', errors: [] })).toEqual(['Not today'])
    expect(messages({ message: 'Not today', errors: [null, {}, ''] })).toEqual(['Not today'])
  })

  it.each([undefined, null, '', '<h1>502</h1>', 7, [], [1], {}, { message: {} }, { errors: null }])(
    'else, of %j, that of the request',
    (body) => expect(messages(body, 502)).toEqual(['Request failed with status code 502']),
  )
})

describe('the code of a failure', () => {
  it('is the one that was sent', () =>
    expect(readFailure(401, { code: 'second_factor_required' }).code).toBe(
      'second_factor_required',
    ))

  it('is made of the status where none was sent, or one that nobody knows', () => {
    expect(readFailure(403, {}).code).toBe('not_permitted')
    expect(readFailure(403, { code: 'constructor' }).code).toBe('not_permitted')
    expect(readFailure(418, {}).code).toBe('unknown')
  })

  it('tells a lost session from a wrong password', () => {
    expect(readFailure(401, {}).code).toBe('no_session')
    expect(readFailure(401, {}, { isPublic: true }).code).toBe('wrong_credentials')
  })
})

describe('a failure', () => {
  it('carries what was sent along, and how long to wait', () => {
    const failure = readFailure(429, { data: { a: 1 } }, { retryAfter: '30' })
    expect(failure.data).toEqual({ a: 1 })
    expect(failure.retryAfter).toBe(30)
    expect(readFailure(429, {}, { retryAfter: 'Fri, 01 Jan 2100 00:00:00 GMT' }).retryAfter).toBe(
      null,
    )
  })

  it('always has something to show', () => {
    for (const each of [unreachable(), unreadable(200, 'text/html'), toFailure(undefined)])
      expect(each.entries[0]?.msg).toBeTruthy()
    expect(toFailure(new Error('Broke')).message).toBe('Broke')
    const failure = unreachable()
    expect(toFailure(failure)).toBe(failure)
    expect(failure).toBeInstanceOf(Failure)
  })
})
