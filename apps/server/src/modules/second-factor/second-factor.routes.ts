import { Failure } from '../../http/failure.ts'
import type { Handlers } from '../../http/routes.ts'
import type { Services } from '../../services.ts'
import { findAccountById } from '../auth/credentials.store.ts'
import { requireOwnPassword } from '../auth/own-password.ts'
import { enforceRateLimit, perUser } from '../auth/throttle.ts'
import { replaceRecoveryCodes } from './recovery-codes.service.ts'
import { afterAdding, afterRemoving, changeFactor } from './second-factor.service.ts'
import { findSecondFactor } from './second-factor.store.ts'
import { secondFactorState } from './second-factor.view.ts'
import { confirmTotp, plainCode, startTotp } from './totp.service.ts'
import { removeTotp } from './totp.store.ts'

/** Codes of an app and recovery codes of the person signed in. */
export function secondFactorHandlers(
  services: Services,
): Handlers<
  | 'secondFactor.own'
  | 'secondFactor.startTotp'
  | 'secondFactor.confirmTotp'
  | 'secondFactor.removeTotp'
  | 'secondFactor.newRecoveryCodes'
> {
  const { db, secrets } = services
  return {
    'secondFactor.own': async ({ session }) => ({
      data: await secondFactorState(services, session.user.id),
    }),
    'secondFactor.startTotp': async ({ body, session }) => {
      await requireOwnPassword(db, session, body.password, 'password')
      const account = await findAccountById(db, session.user.id)
      const issuer = await services.community()
      const names = { issuer, label: account?.email ?? session.user.name }
      return { data: await startTotp(db, secrets, session.user.id, names) }
    },
    'secondFactor.confirmTotp': async ({ body, session }) => {
      const user = session.user.id
      const limit = perUser('second-factor-setup', user, 10, 60)
      const guess = await enforceRateLimit(db, [limit])
      const added = 'An authenticator app was added to your sign-in.'
      const recoveryCodes = await changeFactor(services, session, added, async (tx) => {
        const { on } = await findSecondFactor(tx, user)
        const confirmed = await confirmTotp(tx, secrets, user, plainCode(body.code))
        if (confirmed === null) {
          throw new Failure('conflict', 'The setup has expired. Please start again.')
        }
        if (!confirmed) {
          const msg = 'is wrong. Enter the one currently shown in the app'
          throw new Failure('invalid', `The code ${msg}.`, { errors: [{ msg, path: 'code' }] })
        }
        return await afterAdding(tx, services, session, on)
      })
      await guess.forget(limit.key)
      const secondFactor = await secondFactorState(services, user)
      return { message: 'Authenticator app turned on', data: { recoveryCodes, secondFactor } }
    },
    'secondFactor.removeTotp': async ({ body, session }) => {
      await requireOwnPassword(db, session, body.password, 'password')
      const removed = 'Your authenticator app was removed from your sign-in.'
      await changeFactor(services, session, removed, async (tx) => {
        if (!(await removeTotp(tx, session.user.id))) {
          throw new Failure('not_found', 'The authenticator app isn’t turned on.')
        }
        await afterRemoving(tx, session.user.id)
      })
      const data = await secondFactorState(services, session.user.id)
      return { message: 'Authenticator app turned off', data }
    },
    'secondFactor.newRecoveryCodes': async ({ body, session }) => {
      const user = session.user.id
      await requireOwnPassword(db, session, body.password, 'password')
      const renewed = 'Your recovery codes were replaced.'
      const recoveryCodes = await changeFactor(services, session, renewed, async (tx) => {
        if (!(await findSecondFactor(tx, user)).on) {
          throw new Failure('conflict', 'Set up an authenticator app or a passkey first.')
        }
        return await replaceRecoveryCodes(tx, secrets, user)
      })
      const secondFactor = await secondFactorState(services, user)
      return { message: 'New recovery codes generated', data: { recoveryCodes, secondFactor } }
    },
  }
}
