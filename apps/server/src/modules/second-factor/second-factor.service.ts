import type { SecondFactorState } from '@steward/contract/accounts/second-factor'
import type { Said } from '@steward/i18n/sentence'
import type { Db } from '../../db/connection/connection.ts'
import { write } from '../../db/write/write.ts'
import { unsafe } from '../../http/failure.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { accountHolder } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import { accountEvent } from '../authentication/account-events.ts'
import { findAccountById } from '../authentication/credentials.store.ts'
import { factorChangedEmail } from '../authentication/email-templates.ts'
import { endSessions } from '../authentication/sessions.store.ts'
import { deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.store.ts'
import { findSecondFactor, secondFactorState } from './second-factor.store.ts'

/**
 * Changes one's own second factors (two-factor authentication) under a lock, and mails that.
 * @param what a sentence for the mail
 * @param work makes the change and returns further data for the answer
 */
export async function changeFactor<R>(
  services: Services,
  session: Session,
  what: Said,
  work: (tx: Db) => Promise<R>,
): Promise<{ recoveryCodes: R; secondFactor: SecondFactorState }> {
  const { db, mailer } = services
  const user = session.user.id
  const recoveryCodes = await write(db, actorOf(session), async ({ tx, lock, note }) => {
    await lock('users', [user])
    note(accountEvent('update', session.user, String(what)))
    return await work(tx)
  })
  const account = await findAccountById(db, user)
  if (account) mailer.send(accountHolder(account), factorChangedEmail(what))
  return { recoveryCodes, secondFactor: await secondFactorState(services, user) }
}

/**
 * Adds a factor; the first one ends other sessions.
 * @returns new recovery codes, null where there are some already
 */
export const addFactor = (
  services: Services,
  session: Session,
  what: Said,
  add: (tx: Db) => Promise<void>,
): Promise<{ recoveryCodes: string[] | null; secondFactor: SecondFactorState }> =>
  changeFactor(services, session, what, async (tx) => {
    const user = session.user.id
    const { on, recovery_codes: left } = await findSecondFactor(tx, user)
    await add(tx)
    if (!on) await endSessions(tx, user, { except: session.id })
    return left > 0 ? null : await replaceRecoveryCodes(tx, services.secrets, user)
  })

/**
 * Removes a factor, with the last one also the recovery codes.
 * @throws {Failure} `unsafe` for the last one where the role requires one
 */
export async function removeFactor(
  services: Services,
  session: Session,
  what: Said,
  remove: (tx: Db) => Promise<void>,
): Promise<SecondFactorState> {
  const { secondFactor } = await changeFactor(services, session, what, async (tx) => {
    await remove(tx)
    const { on, required } = await findSecondFactor(tx, session.user.id)
    if (on) return
    if (required) {
      throw unsafe(
        'Your role requires a second factor, and this is your only one. Add another one first.',
      )
    }
    await deleteRecoveryCodes(tx, session.user.id)
  })
  return secondFactor
}
