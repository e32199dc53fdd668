import { emailAddress } from '@steward/contract/accounts/credentials'
import type { FailureCode } from '@steward/contract/calls/errors'
import { auditEvent } from '../../db/write/audit.ts'
import type { Caller } from '../../http/caller-address.ts'
import { Failure } from '../../http/failure.ts'
import type { Services } from '../../services.ts'
import type { Account } from '../auth/credentials.store.ts'

const refusals: Partial<Record<FailureCode, string>> = {
  wrong_credentials: 'Wrong password or passkey',
  second_factor_required: 'Wrong code or passkey as the second factor',
  account_not_ready: 'The account may not sign in',
  too_many: 'Too many attempts',
}

/** Whose sign-in it is, as far as that is known yet. */
interface Trying {
  caller: Caller
  /** What was typed as the address. */
  email?: string
  account?: Account | undefined
}

/**
 * Tells the audit log of a sign-in that is refused. To be called once the attempt is counted, so that
 * whoever is turned away for too many attempts adds nothing.
 * @param work is handed what to note the account in, as soon as it is found
 */
export async function auditFailures<R>(
  { db }: Pick<Services, 'db'>,
  trying: Trying,
  work: (trying: Trying) => Promise<R>,
): Promise<R> {
  try {
    return await work(trying)
  } catch (error) {
    if (error instanceof Failure && isRefusal(error)) {
      await auditEvent(
        db,
        { user: null, ...trying.caller },
        {
          action: 'sign-in-failed',
          area: 'accounts',
          record: recordOf(trying),
          detail: refusals[error.code] ?? '',
        },
      )
    }
    throw error
  }
}

/** Being asked for the second factor is a step of every sign-in that has one. */
const isRefusal = ({ code, errors }: Failure): boolean =>
  code in refusals && (code !== 'second_factor_required' || errors !== undefined)

/** Whoever mistakes the field types a password there: what is no e-mail address is not kept. */
function recordOf({ account, email }: Trying): { id: string | null; title: string } {
  if (account) return { id: account.id, title: account.name }
  const typed = emailAddress().safeParse(email)
  return { id: null, title: typed.success ? typed.data : '' }
}
