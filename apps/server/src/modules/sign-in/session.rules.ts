import { msg } from '@steward/i18n/reader'
import { Failure } from '../../http/failure.ts'
import type { Account } from '../authentication/credentials.store.ts'

/** What decides whether an account may sign in; without `password_hash` where it doesn't matter. */
type Signing = Omit<Account, 'password_hash'> & Partial<Pick<Account, 'password_hash'>>

/** Why an account with a right proof may still not sign in (contract, Calls); null where it may. */
export function readinessFailure(account: Signing): Failure | null {
  const reason = reasonAgainst(account)
  return reason === null ? null : new Failure('account_not_ready', reason)
}

function reasonAgainst(account: Signing): string | null {
  const { status, email_confirmed, role_status, password_hash } = account
  if (status === 'pending') {
    return email_confirmed
      ? msg('Your account is waiting for approval. You can sign in once it has been approved.')
      : msg(
          'Your e-mail address isn’t confirmed yet. Open the link we e-mailed you, or register again with the same address to get a new one.',
        )
  }
  if (status === 'inactive') return msg('Your account is deactivated. Please contact an owner.')
  if (role_status === null) return msg('Your account has no role yet. Please contact an owner.')
  if (role_status !== 'active') return msg('Your role is inactive. Please contact an owner.')
  // The person signed in by a passkey only: they were restored, or became an admin again.
  if (password_hash === null) {
    return msg(
      'Your account needs a new password before you can use a passkey. Use the link we e-mailed you, or “Forgot your password?”.',
    )
  }
  return null
}
