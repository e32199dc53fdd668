import { msg } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import { auditEvent } from '../../db/write/audit.ts'
import { conflict, Failure, invalidField } from '../../http/failure.ts'
import type { Handlers } from '../../http/handler.ts'
import { actorOf, type Session, sessionEnded } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { accountEvent } from '../authentication/account-events.ts'
import { type Account, findAccount, findAccountById } from '../authentication/credentials.store.ts'
import { verifyMailedCode } from '../authentication/mailed-codes.store.ts'
import { requireOwnPassword } from '../authentication/own-password.ts'
import { passwordFits } from '../authentication/passwords.ts'
import { endSessions, noteStepUp } from '../authentication/sessions.store.ts'
import { signInOriginOf } from '../authentication/sign-in-origin.ts'
import { mustSignInByPassword } from '../authentication/sign-in-settings.store.ts'
import { countSignInAttempt } from '../authentication/sign-in-throttle.ts'
import {
  type Attempt,
  enforceRateLimit,
  perAddress,
  perUser,
} from '../authentication/throttle.store.ts'
import { endSessionUrl } from '../identity-providers/end-session.ts'
import { beginPasskey, usePasskey } from '../second-factor/passkeys.service.ts'
import { passkeysOf } from '../second-factor/passkeys.store.ts'
import { verifySecondFactor } from '../second-factor/verification.service.ts'
import { readinessFailure } from './session.rules.ts'
import { auditFailures, beginSession } from './sign-in.service.ts'

const wrongPasskey = () =>
  new Failure(
    'wrong_credentials',
    'This passkey doesn’t belong to an account here. Sign in with your password.',
  )

/** Handlers to sign in and out (specification sections 4 and 7), and for step-up. */
export function sessionHandlers(
  services: Services,
): Handlers<
  | `session.${'login' | 'passkeyOptions' | 'passkeyLogin' | 'logout'}`
  | `profile.${'stepUpOptions' | 'stepUp'}`
> {
  const { db, secrets } = services
  const requirePasskey = async (session: Session, answer: Parameters<typeof usePasskey>[1]) => {
    const limit = perUser('step-up-passkey', session.user.id, 10, 15)
    const attempt = await enforceRateLimit(db, limit)
    if (!(await usePasskey(services, answer, { purpose: 'step_up', user: session.user.id }))) {
      throw invalidField(
        'response',
        'couldn’t be verified. Try again or enter your password',
        'That passkey couldn’t be verified. Try again or enter your password.',
      )
    }
    await attempt.forget(limit.key)
  }
  return {
    'session.login': async ({ body, ip, caller, userAgent }) => {
      const origin = signInOriginOf(secrets, { ip, userAgent })
      const attempt = await countSignInAttempt(services, body.email, origin)
      const data = await auditFailures(services, { caller, email: body.email }, async (trying) => {
        const account = await findAccount(db, body.email)
        trying.account = account
        const fits = await passwordFits(body.password, account?.password_hash ?? null)
        if (!account?.password_hash || !fits) throw await attempt.failed(account)
        await mustBeReady(account, attempt)
        const isEmergency = await mayUsePassword(db, account, attempt)
        const proved = await verifySecondFactor(services, account, body, { origin, attempt })
        if (attempt.attacked && !proved) {
          await verifyMailedCode(services, account, body.code, origin, attempt)
        }
        const proof = { passwordHash: account.password_hash }
        const how = isEmergency ? { how: 'With a kept password, while passwords are off' } : {}
        const begun = await beginSession(services, account, proof, { origin, caller, ...how })
        if (!begun) throw await attempt.failed(undefined)
        if (isEmergency) tellOfKeptPassword(services, account)
        return begun
      })
      await attempt.succeeded()
      return { message: 'Signed in', data }
    },
    'session.passkeyOptions': async ({ ip }) => {
      await enforceRateLimit(db, perAddress('passkey', ip, 100, 15))
      return { data: await beginPasskey(services, { purpose: 'sign_in' }) }
    },
    'session.passkeyLogin': async ({ body, ip, caller, userAgent }) => {
      const attempt = await enforceRateLimit(db, perAddress('sign-in', ip, 100, 15))
      const data = await auditFailures(services, { caller }, async (trying) => {
        const passkey = await usePasskey(services, body, { purpose: 'sign_in' })
        const account = passkey ? await findAccountById(db, passkey.user_id) : undefined
        if (!passkey || !account) throw wrongPasskey()
        trying.account = account
        await mustBeReady(account, attempt)
        const isEmergency = await mayUsePassword(db, account, attempt)
        const origin = signInOriginOf(secrets, { ip, userAgent })
        const proof = { passkey: passkey.id }
        const how = isEmergency ? { how: 'With a kept passkey, while passwords are off' } : {}
        const begun = await beginSession(services, account, proof, { origin, caller, ...how })
        if (!begun) throw wrongPasskey()
        if (isEmergency) tellOfKeptPassword(services, account)
        return begun
      })
      await attempt.uncount()
      return { message: 'Signed in', data }
    },
    'session.logout': async ({ session }) => {
      const { user, impersonation } = session
      const detail = impersonation && `No longer viewing as the role “${impersonation.name}”`
      // Before the session is gone, with what the provider gave it.
      const url = impersonation ? undefined : await endSessionUrl(services, session.id)
      await db.transaction().execute(async (tx) => {
        await endSessions(tx, user.id, { only: session.id })
        await auditEvent(tx, actorOf(session), accountEvent('sign-out', user, detail ?? undefined))
      })
      return { message: 'Signed out', data: url ? { endSessionUrl: url } : {} }
    },
    'profile.stepUpOptions': async ({ session }) => {
      const user = session.user.id
      await enforceRateLimit(db, perUser('step-up-options', user, 60, 15))
      if ((await passkeysOf(db, user)).length === 0) {
        throw conflict('You have no passkey. Enter your password instead.')
      }
      return { data: await beginPasskey(services, { purpose: 'step_up', user }) }
    },
    'profile.stepUp': async ({ body: { password, challengeId, response }, session }) => {
      if (password !== undefined) {
        await mustSignInByPassword(db, session.user.id)
        await requireOwnPassword(db, session, password)
      } else if (challengeId && response) await requirePasskey(session, { challengeId, response })
      else throw new Failure('invalid', 'Enter your password.')
      const until = await noteStepUp(db, session.id)
      if (!until) throw sessionEnded()
      return { message: 'Confirmed', data: { until } }
    },
  }
}

/** Refuses an account while passwords are off; returns whether its owner keeps one for that (break glass). */
async function mayUsePassword(
  db: Services['db'],
  { id }: Account,
  attempt: Pick<Attempt, 'uncount'>,
): Promise<boolean> {
  try {
    return await mustSignInByPassword(db, id)
  } catch (error) {
    await attempt.uncount()
    throw error
  }
}

/** Mails all owners that a kept password was used, whoever did it. */
function tellOfKeptPassword({ notifyOwners }: Services, { name }: Account): void {
  notifyOwners(
    { user: { id: '', name } },
    {
      subject: msg('A kept password was used'),
      did: (by) =>
        say(
          '{by} has signed in with a password or passkey that was kept although passwords are turned off.',
          {
            by,
          },
        ),
      about: '',
    },
  )
}

/** Refuses an account that may not sign in; that is no failed attempt, as the person is proved. */
async function mustBeReady(account: Account, attempt: Pick<Attempt, 'uncount'>): Promise<void> {
  const failure = readinessFailure(account)
  if (!failure) return
  await attempt.uncount()
  throw failure
}
