import { describe, expect, it } from 'vitest'
import { readFailure } from '../../api/failure.ts'
import { askedFactor } from './asked-factor.ts'

const asked = (body: object) => askedFactor(readFailure(401, body, { isPublic: true }))
const passkey = { challengeId: 'c', options: {} }

describe('a sign-in that lacks a second factor', () => {
  it('says what the person may choose from', () => {
    const data = { secondFactor: true, methods: ['totp', 'passkey', 'recovery'], passkey }
    expect(asked({ code: 'second_factor_required', data })).toEqual({
      methods: ['totp', 'passkey', 'recovery'],
      passkey,
    })
  })

  it('takes a code where another server says no more than that', () =>
    expect(asked({ data: { secondFactor: true } })).toEqual({ methods: ['totp'], passkey: null }))

  it('knows a code that was mailed', () =>
    expect(asked({ data: { secondFactor: true, methods: ['email'], passkey: null } })).toEqual({
      methods: ['email'],
      passkey: null,
    }))

  it('offers no passkey without a challenge, nor what it doesn’t know', () =>
    expect(
      asked({
        data: { secondFactor: true, methods: ['passkey', 'sms', 'recovery'], passkey: null },
      }),
    ).toEqual({ methods: ['recovery'], passkey: null }))

  it('is not a wrong password, nor a truthy flag', () => {
    expect(asked({ message: 'Wrong' })).toBeNull()
    expect(asked({ data: { secondFactor: 'true' } })).toBeNull()
  })
})
