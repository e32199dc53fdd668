import { auditEvent } from '../../db/write/audit.ts'
import { Failure } from '../../http/failure.ts'
import type { Handlers } from '../../http/routes.ts'
import { accountOf, actorOf } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { type Account, findAccount, findAccountById } from '../auth/credentials.store.ts'
import { verifyMailedCode } from '../auth/mailed-codes.service.ts'
import { passwordFits } from '../auth/passwords.ts'
import { placeOf } from '../auth/place.ts'
import { deleteSession } from '../auth/session-revocation.store.ts'
import { countSignInAttempt } from '../auth/sign-in-throttle.ts'
import { type Attempt, enforceRateLimit, perAddress } from '../auth/throttle.ts'
import { beginPasskey, usePasskey } from '../second-factor/passkeys.service.ts'
import { verifySecondFactor } from '../second-factor/verification.service.ts'
import { auditFailures } from './failed-sign-ins.ts'
import { readinessFailure } from './session.rules.ts'
import { beginSession } from './sign-in.service.ts'

const wrongPasskey = () =>
  new Failure(
    'wrong_credentials',
    'This passkey doesn’t belong to an account here. Sign in with your password.',
  )

/** Signing in and out (specification sections 4 and 7). */
export function sessionHandlers(
  services: Services,
): Handlers<
  'session.login' | 'session.passkeyOptions' | 'session.passkeyLogin' | 'session.logout'
> {
  const { db, secrets } = services
  return {
    'session.login': async ({ body, ip, caller, userAgent }) => {
      const place = placeOf(secrets, { ip, userAgent })
      const attempt = await countSignInAttempt(services, body.email, place)
      const data = await auditFailures(services, { caller, email: body.email }, async (trying) => {
        const account = await findAccount(db, body.email)
        trying.account = account
        const fits = await passwordFits(body.password, account?.password_hash ?? null)
        if (!account?.password_hash || !fits) throw await attempt.failed(account)
        await mustBeReady(account, attempt)
        const proved = await verifySecondFactor(services, account, body, { place, attempt })
        if (attempt.attacked && !proved) {
          await verifyMailedCode(services, account, body.code, place, attempt)
        }
        const proof = { passwordHash: account.password_hash }
        const begun = await beginSession(services, account, proof, { place, caller })
        if (!begun) throw await attempt.failed(undefined)
        return begun
      })
      await attempt.succeeded()
      return { message: 'Signed in', data }
    },
    'session.passkeyOptions': async ({ ip }) => {
      await enforceRateLimit(db, [perAddress('passkey', ip, 100, 15)])
      return { data: await beginPasskey(services, { purpose: 'sign_in' }) }
    },
    'session.passkeyLogin': async ({ body, ip, caller, userAgent }) => {
      const attempt = await enforceRateLimit(db, [perAddress('sign-in', ip, 100, 15)])
      const data = await auditFailures(services, { caller }, async (trying) => {
        const passkey = await usePasskey(services, body, { purpose: 'sign_in' })
        const account = passkey ? await findAccountById(db, passkey.user_id) : undefined
        if (!passkey || !account) throw wrongPasskey()
        trying.account = account
        await mustBeReady(account, attempt)
        const place = placeOf(secrets, { ip, userAgent })
        const begun = await beginSession(
          services,
          account,
          { passkey: passkey.id },
          { place, caller },
        )
        if (!begun) throw wrongPasskey()
        return begun
      })
      await attempt.takeBack()
      return { message: 'Signed in', data }
    },
    'session.logout': async ({ session }) => {
      await db.transaction().execute(async (tx) => {
        await deleteSession(tx, session.id)
        const { impersonation } = session
        await auditEvent(tx, actorOf(session), {
          action: 'sign-out',
          area: 'accounts',
          record: accountOf(session),
          ...(impersonation && { detail: `No longer viewing as the role “${impersonation.name}”` }),
        })
      })
      return { message: 'Signed out', data: {} }
    },
  }
}

/** Refuses an account that is not ready. That is no failed attempt: its person has proved themselves. */
async function mustBeReady(account: Account, attempt: Pick<Attempt, 'takeBack'>): Promise<void> {
  const failure = readinessFailure(account)
  if (!failure) return
  await attempt.takeBack()
  throw failure
}
