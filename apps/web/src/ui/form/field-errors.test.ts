import { describe, expect, it } from 'vitest'
import { readFailure } from '../../api/failure.ts'
import { fieldErrors } from './field-errors.ts'

describe('what a failure says', () => {
  const failure = readFailure(422, {
    message: 'Please check',
    errors: [
      { msg: 'is required', path: 'name' },
      { msg: 'must be short', path: 'name' },
      { msg: 'is taken', path: 'role' },
      'The server is full',
    ],
  })

  it('stands at its field as the server says it, and what has none here apart', () => {
    expect(fieldErrors(failure, ['name', 'email'])).toEqual({
      fields: { name: 'is required. must be short' },
      rest: ['is taken', 'The server is full'],
    })
  })

  it('counts what lies within a field as the field’s', () => {
    const within = readFailure(422, { errors: [{ msg: 'is unknown', path: 'role.0.name' }] })
    expect(fieldErrors(within, ['role']).fields).toEqual({ role: 'is unknown' })
  })

  it('is nothing for no failure, and the message where there are no entries', () => {
    expect(fieldErrors(null, ['name'])).toEqual({ fields: {}, rest: [] })
    expect(fieldErrors(readFailure(500, { message: 'Broken' }), ['name']).rest).toEqual(['Broken'])
  })
})
