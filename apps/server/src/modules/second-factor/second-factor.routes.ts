import { write } from '../../db/write.ts'
import { mustHaveSteppedUp } from '../../http/authorize.ts'
import { Failure } from '../../http/failure.ts'
import type { Handlers } from '../../http/routes.ts'
import { isId } from '../../ids.ts'
import { accountHolder } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import { lockStandings } from '../access/authority.store.ts'
import { type TellOwners, vouched } from '../access/owner-notices.ts'
import { factorChangedLetter } from '../accounts/email-templates.ts'
import { mustKnowPassword } from '../auth/own-password.ts'
import { endSessions, findAccountById } from '../auth/sessions.store.ts'
import { countAttempt, perUser } from '../auth/throttle.ts'
import { replaceRecoveryCodes } from './recovery-codes.service.ts'
import { afterAdding, afterRemoving, changeFactor } from './second-factor.service.ts'
import { ofPerson, removeFactors } from './second-factor.store.ts'
import { secondFactorState } from './second-factor.view.ts'
import { confirmTotp, plainCode, removeTotp, startTotp } from './totp.service.ts'

/** Codes of an app and recovery codes; an owner's way to clear the factor of another. */
export function secondFactorHandlers(
  services: Services,
  tellOwners: TellOwners,
): Handlers<
  | 'secondFactor.own'
  | 'secondFactor.startTotp'
  | 'secondFactor.confirmTotp'
  | 'secondFactor.removeTotp'
  | 'secondFactor.newRecoveryCodes'
  | 'secondFactor.ofUser'
  | 'secondFactor.clear'
> {
  const { db, secrets, config, post } = services
  return {
    'secondFactor.own': async ({ session }) => ({
      data: await secondFactorState(services, session.user.id),
    }),
    'secondFactor.startTotp': async ({ body, session }) => {
      await mustKnowPassword(db, session, body.password, 'password')
      const account = await findAccountById(db, session.user.id)
      const issuer = await services.community()
      const names = { issuer, label: account?.email ?? session.user.name }
      return { data: await startTotp(db, secrets, session.user.id, names) }
    },
    'secondFactor.confirmTotp': async ({ body, session }) => {
      const user = session.user.id
      const limit = perUser('second-factor-setup', user, 10, 60)
      const guess = await countAttempt(db, [limit])
      const added = 'Codes of an app are now part of signing in.'
      const recoveryCodes = await changeFactor(services, session, added, async (tx) => {
        const { on } = await ofPerson(tx, user)
        const confirmed = await confirmTotp(tx, secrets, user, plainCode(body.code))
        if (confirmed === null) {
          throw new Failure('conflict', 'No codes are being set up any more. Please begin again.')
        }
        if (!confirmed) {
          const msg = 'is wrong; please enter the one that the app shows now'
          throw new Failure('invalid', `The code ${msg}.`, { errors: [{ msg, path: 'code' }] })
        }
        return await afterAdding(tx, services, session, on)
      })
      await guess.forget(limit.key)
      const secondFactor = await secondFactorState(services, user)
      return { message: 'Codes of the app are on', data: { recoveryCodes, secondFactor } }
    },
    'secondFactor.removeTotp': async ({ body, session }) => {
      await mustKnowPassword(db, session, body.password, 'password')
      const removed = 'Codes of an app are no longer part of signing in.'
      await changeFactor(services, session, removed, async (tx) => {
        if (!(await removeTotp(tx, session.user.id))) {
          throw new Failure('not_found', 'Codes of an app are not on.')
        }
        await afterRemoving(tx, session.user.id)
      })
      const data = await secondFactorState(services, session.user.id)
      return { message: 'Codes of the app are off', data }
    },
    'secondFactor.newRecoveryCodes': async ({ body, session }) => {
      const user = session.user.id
      await mustKnowPassword(db, session, body.password, 'password')
      const renewed = 'Your recovery codes were replaced by new ones.'
      const recoveryCodes = await changeFactor(services, session, renewed, async (tx) => {
        if (!(await ofPerson(tx, user)).on) {
          throw new Failure('conflict', 'Please set up codes of an app or a passkey first.')
        }
        return await replaceRecoveryCodes(tx, secrets, user)
      })
      const secondFactor = await secondFactorState(services, user)
      return { message: 'These are your new codes', data: { recoveryCodes, secondFactor } }
    },
    'secondFactor.ofUser': async ({ params, session }) => {
      const account = isId(params.id) ? await findAccountById(db, params.id) : undefined
      if (!account) throw new Failure('not_found', 'There is no such admin.')
      const { on, required, totp, passkeys } = await ofPerson(db, account.id)
      const mayClear = on && session.owner && account.id !== session.user.id
      return { data: { on, required, totp, passkeys, mayClear } }
    },
    'secondFactor.clear': async ({ params, session }) => {
      const account = await write(db, { user: session.user.id }, async (writing) => {
        const { tx } = writing
        const standings = await lockStandings(writing, session, { users: [params.id] })
        const account = isId(params.id) ? await findAccountById(tx, params.id) : undefined
        if (!account) throw new Failure('not_found', 'There is no such admin.')
        if (!standings.session.owner) {
          throw new Failure(
            'not_permitted',
            'Only an owner can take somebody’s second factor away.',
          )
        }
        if (account.id === session.user.id) {
          throw new Failure('unsafe', 'Please change your own second factor in your profile.')
        }
        await removeFactors(tx, account.id)
        await endSessions(tx, account.id)
        mustHaveSteppedUp(standings.session)
        return account
      })
      tellOwners(session, {
        subject: 'A second factor was taken away',
        did: `took the second factor of ${vouched(account)} away`,
        about: account.id,
      })
      const words = `${session.user.name}, an owner, took your second factor away and signed you out everywhere.`
      post.send(accountHolder(account), factorChangedLetter(config.publicUrl, words))
      return { message: `${account.name} signs in with the password alone now`, data: {} }
    },
  }
}
