import { emailAddress } from '@steward/contract/accounts/credentials'
import type { DataOf } from '@steward/contract/calls/endpoints'
import type { FailureCode } from '@steward/contract/calls/errors'
import type { Db } from '../../db/connection/connection.ts'
import { auditEvent } from '../../db/write/audit.ts'
import type { Caller } from '../../http/caller-address.ts'
import { Failure } from '../../http/failure.ts'
import { newId } from '../../ids.ts'
import { accountHolder } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import { accountEvent } from '../authentication/account-events.ts'
import { createSession, type Proof } from '../authentication/begin-session.store.ts'
import type { Account } from '../authentication/credentials.store.ts'
import { newDeviceEmail } from '../authentication/email-templates.ts'
import type { SignInOrigin } from '../authentication/sign-in-origin.ts'
import { hashToken, newToken } from '../authentication/tokens.ts'
import { findSecondFactor } from '../second-factor/second-factor.store.ts'
import { findUser, noteActive, userView } from '../users/users.store.ts'

interface Begin {
  origin: SignInOrigin
  caller: Caller
  /** How, in a few words for the audit log. */
  how?: string
  /** Runs in the transaction in which the session begins. */
  onBegun?(tx: Db, session: string): Promise<void>
}

const howOf = (proof: Proof) => ('passkey' in proof ? 'With a passkey' : 'With the password')

/** Begins a session and mails for a new place; returns null where the proof is no longer valid. */
export async function beginSession(
  { db, config, mailer }: Services,
  account: Account,
  proof: Proof,
  { origin, caller, how = howOf(proof), onBegun }: Begin,
): Promise<DataOf<'session.login'> | null> {
  const token = newToken()
  const tokenExpiry = new Date(Date.now() + config.sessionHours * 3_600_000).toISOString()
  const session = {
    id: newId(),
    token_hash: hashToken(token),
    user_id: account.id,
    expires_at: tokenExpiry,
  }
  const begun = await createSession(db, session, proof, origin, async (tx) => {
    await noteActive(tx, account.id)
    await onBegun?.(tx, session.id)
    const event = accountEvent('sign-in', account, how)
    await auditEvent(tx, { user: account.id, ...caller }, event)
  })
  const user = begun && (await findUser(db, account.id))
  if (!user) return null
  if (begun.newDevice) mailer.send(accountHolder(account), newDeviceEmail(origin.device, origin.ip))
  const { on, required } = await findSecondFactor(db, account.id)
  return {
    token,
    tokenExpiry,
    admin: userView(user),
    secondFactorMissing: required && !on && !('provider' in proof),
  }
}

const refusals: Partial<Record<FailureCode, string>> = {
  wrong_credentials: 'Wrong password or passkey',
  second_factor_required: 'Wrong code or passkey as the second factor',
  account_not_ready: 'The account may not sign in',
  too_many: 'Too many attempts',
}

/** What is known so far about who tries to sign in. */
interface Trying {
  caller: Caller
  /** The e-mail address as typed. */
  email?: string
  account?: Account | undefined
}

/** Logs a refused sign-in after it was counted; those refused beyond the limit aren't logged. */
export async function auditFailures<R>(
  { db }: Pick<Services, 'db'>,
  trying: Trying,
  work: (trying: Trying) => Promise<R>,
): Promise<R> {
  try {
    return await work(trying)
  } catch (error) {
    const detail = error instanceof Failure && isRefusal(error) && refusals[error.code]
    if (detail) {
      await auditEvent(
        db,
        { user: null, ...trying.caller },
        { action: 'sign-in-failed', area: 'accounts', record: recordOf(trying), detail },
      )
    }
    throw error
  }
}

/** Whether a failure is a refusal; asking for the second factor is a usual step. */
const isRefusal = ({ code, errors }: Failure): boolean =>
  code !== 'second_factor_required' || errors !== undefined

/** Whom the entry is about; other text than an address isn't kept, as it may be a password. */
function recordOf({ account, email }: Trying): { id: string | null; title: string } {
  if (account) return { id: account.id, title: account.name }
  const typed = emailAddress().safeParse(email)
  return { id: null, title: typed.success ? typed.data : '' }
}
