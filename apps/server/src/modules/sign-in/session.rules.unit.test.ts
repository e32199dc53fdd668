import { expect, test } from 'vitest'
import { readinessFailure } from './session.rules.ts'

type Account = Parameters<typeof readinessFailure>[0]

const ready = {
  status: 'active',
  email_confirmed: true,
  role_status: 'active',
  password_hash: 'a hash',
} as Account

test('an active account with an active role and a password may sign in', () => {
  expect(readinessFailure(ready)).toBeNull()
  expect(readinessFailure({ ...ready, email_confirmed: false })).toBeNull()
})

test.each([
  [
    { status: 'pending', email_confirmed: false },
    'Your e-mail address isn’t confirmed yet. Open the link we e-mailed you, or register again with the same address to get a new one.',
  ],
  [
    { status: 'pending' },
    'Your account is waiting for approval. You can sign in once it has been approved.',
  ],
  [{ status: 'inactive' }, 'Your account is deactivated. Please contact an owner.'],
  [{ role_status: null }, 'Your account has no role yet. Please contact an owner.'],
  [{ role_status: 'inactive' }, 'Your role is inactive. Please contact an owner.'],
  [{ role_status: 'deleted' }, 'Your role is inactive. Please contact an owner.'],
  [
    { password_hash: null },
    'Your account needs a new password before you can use a passkey. Use the link we e-mailed you, or “Forgot your password?”.',
  ],
] as [Partial<Account>, string][])('an account with %j is told why not', (fields, message) => {
  expect(readinessFailure({ ...ready, ...fields })).toMatchObject({
    code: 'account_not_ready',
    message,
    errors: undefined,
  })
})
