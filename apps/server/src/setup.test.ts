import { expect, test } from 'vitest'
import { OperatorError } from './operator-error.ts'
import { checkOwnerPassword } from './owner-password.ts'

test('class: a weak password for the owner, by what everybody’s is held to', () => {
  const ownerEmail = 'somebody.long@example.com'
  for (const ownerPassword of [
    'short',
    '1234567890',
    'aaaaaaaaaaaa',
    ownerEmail,
    'x y'.repeat(80),
  ]) {
    const check = () => checkOwnerPassword({ ownerEmail, ownerPassword })
    expect(check).toThrow(OperatorError)
    expect(check).toThrow(/^The setting OWNER_PASSWORD /)
    expect(check).not.toThrow(ownerPassword)
  }
  expect(() =>
    checkOwnerPassword({ ownerEmail, ownerPassword: 'only for the tests' }),
  ).not.toThrow()
  expect(() => checkOwnerPassword({ ownerEmail, ownerPassword: undefined })).not.toThrow()
})
