import { expect, it } from 'vitest'
import { newPasswordError } from './new-password-field.tsx'
import { strengthOf } from './strength.ts'

it('tells how hard a password is to guess', () => {
  expect(strengthOf('1234567890', [])).toBe(0)
  expect(strengthOf('three calm green boats', [])).toBe(4)
})

it('takes what is known of the person into account', () => {
  const known = ['wilhelmina.abernathy@example.com']
  expect(strengthOf('wilhelmina-abernathy', known)).toBeLessThan(
    strengthOf('wilhelmina-abernathy', []),
  )
})

it('refuses by length as the server does, counting characters as people do', () => {
  expect(newPasswordError('')).toBe('Enter a password')
  expect(newPasswordError('🐢'.repeat(9))).toBe('Must have at least 10 characters')
  expect(newPasswordError('🐢'.repeat(10))).toBeNull()
  expect(newPasswordError('x'.repeat(201))).toBe('Must have at most 200 characters')
})
