import { Failure } from '../../http/failure.ts'
import type { Handlers } from '../../http/routes.ts'
import { isId } from '../../ids.ts'
import type { Services } from '../../services.ts'
import { findAccountById } from '../auth/credentials.store.ts'
import { requireOwnPassword } from '../auth/own-password.ts'
import { beginAddingPasskey, checkNewPasskey } from './passkeys.service.ts'
import { removePasskey, renamePasskey } from './passkeys.store.ts'
import { afterAdding, afterRemoving, changeFactor } from './second-factor.service.ts'
import { findSecondFactor } from './second-factor.store.ts'
import { secondFactorState } from './second-factor.view.ts'

const noSuchPasskey = () => new Failure('not_found', 'There is no such passkey any more.')

/** The passkeys of the person signed in. */
export function passkeysHandlers(
  services: Services,
): Handlers<
  | 'secondFactor.passkeyOptions'
  | 'secondFactor.addPasskey'
  | 'secondFactor.renamePasskey'
  | 'secondFactor.removePasskey'
> {
  const { db } = services
  return {
    'secondFactor.passkeyOptions': async ({ body, session }) => {
      await requireOwnPassword(db, session, body.password, 'password')
      const account = await findAccountById(db, session.user.id)
      if (!account) throw new Failure('not_found', 'There is no such account.')
      return { data: await beginAddingPasskey(services, account) }
    },
    'secondFactor.addPasskey': async ({ body, session }) => {
      const user = session.user.id
      const add = await checkNewPasskey(services, user, body)
      if (!add) {
        throw new Failure(
          'conflict',
          'The passkey does not fit, or took more than five minutes. Please begin again.',
        )
      }
      const added = `The passkey “${body.name}” was added to your account.`
      const recoveryCodes = await changeFactor(services, session, added, async (tx) => {
        const { on } = await findSecondFactor(tx, user)
        await add(tx)
        return await afterAdding(tx, services, session, on)
      })
      const secondFactor = await secondFactorState(services, user)
      return { message: 'The passkey is added', data: { recoveryCodes, secondFactor } }
    },
    'secondFactor.renamePasskey': async ({ params, body, session }) => {
      const renamed =
        isId(params.id) && (await renamePasskey(db, session.user.id, params.id, body.name))
      if (!renamed) throw noSuchPasskey()
      return {
        message: 'The passkey is renamed',
        data: await secondFactorState(services, session.user.id),
      }
    },
    'secondFactor.removePasskey': async ({ params, body, session }) => {
      await requireOwnPassword(db, session, body.password, 'password')
      const removed = 'A passkey was removed from your account.'
      await changeFactor(services, session, removed, async (tx) => {
        const gone = isId(params.id) && (await removePasskey(tx, session.user.id, params.id))
        if (!gone) throw noSuchPasskey()
        await afterRemoving(tx, session.user.id)
      })
      const data = await secondFactorState(services, session.user.id)
      return { message: 'The passkey is removed', data }
    },
  }
}
