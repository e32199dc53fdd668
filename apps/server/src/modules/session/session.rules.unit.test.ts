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
    'Your e-mail address is not confirmed yet. Please open the link that was mailed to you. If you have none, register again with the same address.',
  ],
  [
    { status: 'pending' },
    'Your account waits for approval. You can sign in once it has been approved.',
  ],
  [{ status: 'inactive' }, 'Your account is deactivated. Please ask an owner about it.'],
  [{ role_status: null }, 'Your account has no role yet. Please ask an owner for one.'],
  [
    { role_status: 'inactive' },
    'Your role is not active at the moment. Please ask an owner about it.',
  ],
  [
    { role_status: 'deleted' },
    'Your role is not active at the moment. Please ask an owner about it.',
  ],
  [
    { password_hash: null },
    'Your account needs a new password before a passkey can open it. Use the link that was mailed to you, or “Forgot your password?”.',
  ],
] as [Partial<Account>, string][])('an account with %j is told why not', (fields, message) => {
  expect(readinessFailure({ ...ready, ...fields })).toMatchObject({
    code: 'account_not_ready',
    message,
    errors: undefined,
  })
})
