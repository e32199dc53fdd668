import { msg } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import { conflict, invalidField, notFound } from '../../http/failure.ts'
import type { HandlersOf } from '../../http/handler.ts'
import type { Services } from '../../services.ts'
import { communityName } from '../../web-config.ts'
import { findAccountById } from '../authentication/credentials.store.ts'
import { requireOwnPassword } from '../authentication/own-password.ts'
import { enforceRateLimit, perUser } from '../authentication/throttle.store.ts'
import { beginAddingPasskey, checkNewPasskey } from './passkeys.service.ts'
import { removePasskey, renamePasskey } from './passkeys.store.ts'
import { replaceRecoveryCodes } from './recovery-codes.store.ts'
import { addFactor, changeFactor, removeFactor } from './second-factor.service.ts'
import { findSecondFactor, secondFactorState } from './second-factor.store.ts'
import { confirmTotp, plainCode, removeTotp, startTotp } from './totp.store.ts'

const noSuchPasskey = () => notFound('There is no such passkey any more.')

/** Handlers of one's own second factors. */
export function secondFactorHandlers(
  services: Services,
): HandlersOf<'secondFactor', 'secondFactor.ofUser' | 'secondFactor.clear'> {
  const { db, config, secrets } = services
  return {
    'secondFactor.own': async ({ session }) => ({
      data: await secondFactorState(services, session.user.id),
    }),
    'secondFactor.startTotp': async ({ body, session }) => {
      await requireOwnPassword(db, session, body.password)
      const account = await findAccountById(db, session.user.id)
      const issuer = await communityName(config.dataDir)
      const names = { issuer, label: account?.email ?? session.user.name }
      return { data: await startTotp(db, secrets, session.user.id, names) }
    },
    'secondFactor.confirmTotp': async ({ body, session }) => {
      const user = session.user.id
      const limit = perUser('second-factor-setup', user, 10, 60)
      const guess = await enforceRateLimit(db, limit)
      const added = msg('An authenticator app was added to your sign-in.')
      const data = await addFactor(services, session, added, async (tx) => {
        const confirmed = await confirmTotp(tx, secrets, user, plainCode(body.code))
        if (confirmed === null) throw conflict('The setup has expired. Please start again.')
        if (confirmed) return
        throw invalidField(
          'code',
          'is wrong. Enter the one currently shown in the app',
          'The code is wrong. Enter the one currently shown in the app.',
        )
      })
      await guess.forget(limit.key)
      return { message: 'Authenticator app turned on', data }
    },
    'secondFactor.removeTotp': async ({ body, session }) => {
      await requireOwnPassword(db, session, body.password)
      const removed = msg('Your authenticator app was removed from your sign-in.')
      const data = await removeFactor(services, session, removed, async (tx) => {
        if (await removeTotp(tx, session.user.id)) return
        throw notFound('The authenticator app isn’t turned on.')
      })
      return { message: 'Authenticator app turned off', data }
    },
    'secondFactor.newRecoveryCodes': async ({ body, session }) => {
      const user = session.user.id
      await requireOwnPassword(db, session, body.password)
      const renewed = msg('Your recovery codes were replaced.')
      const data = await changeFactor(services, session, renewed, async (tx) => {
        const { on } = await findSecondFactor(tx, user)
        if (!on) throw conflict('Set up an authenticator app or a passkey first.')
        return await replaceRecoveryCodes(tx, secrets, user)
      })
      return { message: 'New recovery codes generated', data }
    },
    'secondFactor.passkeyOptions': async ({ body, session }) => {
      await requireOwnPassword(db, session, body.password)
      const account = await findAccountById(db, session.user.id)
      if (!account) throw notFound('There is no such account.')
      return { data: await beginAddingPasskey(services, account) }
    },
    'secondFactor.addPasskey': async ({ body, session }) => {
      const add = await checkNewPasskey(services, session.user.id, body)
      if (!add) {
        throw conflict(
          'The passkey does not fit, or took more than five minutes. Please begin again.',
        )
      }
      const added = say('The passkey “{name}” was added to your account.', { name: body.name })
      const data = await addFactor(services, session, added, add)
      return { message: 'The passkey is added', data }
    },
    'secondFactor.renamePasskey': async ({ params, body, session }) => {
      const user = session.user.id
      if (!(await renamePasskey(db, user, params.id, body.name))) throw noSuchPasskey()
      return { message: 'The passkey is renamed', data: await secondFactorState(services, user) }
    },
    'secondFactor.removePasskey': async ({ params, body, session }) => {
      await requireOwnPassword(db, session, body.password)
      const removed = msg('A passkey was removed from your account.')
      const data = await removeFactor(services, session, removed, async (tx) => {
        if (!(await removePasskey(tx, session.user.id, params.id))) throw noSuchPasskey()
      })
      return { message: 'The passkey is removed', data }
    },
  }
}
