import { Failure } from '../../http/failure.ts'
import type { Account } from '../auth/credentials.store.ts'

/**
 * Why an account that has proved itself may still not sign in (contract, Calls).
 * @returns `account_not_ready` with the reason; null where it may
 */
export function readinessFailure(account: Account): Failure | null {
  const reason = reasonAgainst(account)
  return reason === null ? null : new Failure('account_not_ready', reason)
}

function reasonAgainst({
  status,
  email_confirmed,
  role_status,
  password_hash,
}: Account): string | null {
  if (status === 'pending' && !email_confirmed) {
    return 'Your e-mail address is not confirmed yet. Please open the link that was mailed to you. If you have none, register again with the same address.'
  }
  if (status === 'pending') {
    return 'Your account waits for approval. You can sign in once it has been approved.'
  }
  if (status === 'inactive') return 'Your account is deactivated. Please ask an owner about it.'
  if (role_status === null) return 'Your account has no role yet. Please ask an owner for one.'
  if (role_status !== 'active') {
    return 'Your role is not active at the moment. Please ask an owner about it.'
  }
  // Only a passkey comes this far without one: the account was restored since, or made an admin's again.
  if (password_hash === null) {
    return 'Your account needs a new password before a passkey can open it. Use the link that was mailed to you, or “Forgot your password?”.'
  }
  return null
}
