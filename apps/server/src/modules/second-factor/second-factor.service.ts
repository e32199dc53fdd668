import type { Db } from '../../db/connection/connection.ts'
import { write } from '../../db/write/write.ts'
import { Failure } from '../../http/failure.ts'
import { accountOf, actorOf, type Session } from '../../http/session.ts'
import { accountHolder } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import { factorChanged } from '../auth/audit-events.ts'
import { findAccountById } from '../auth/credentials.store.ts'
import { factorChangedEmail } from '../auth/email-templates.ts'
import { endSessions } from '../auth/session-revocation.store.ts'
import { replaceRecoveryCodes } from './recovery-codes.service.ts'
import { deleteRecoveryCodes } from './recovery-codes.store.ts'
import { findSecondFactor } from './second-factor.store.ts'

/**
 * Changes the second factor of the person signed in, in turn with every other change of theirs, and
 * tells them by mail.
 * @param what a whole sentence for the mail
 * @param work the change, within the transaction
 */
export async function changeFactor<R>(
  services: Services,
  session: Session,
  what: string,
  work: (tx: Db) => Promise<R>,
): Promise<R> {
  const { db, mailer, config } = services
  const user = session.user.id
  const result = await write(db, actorOf(session), async ({ tx, lock, note }) => {
    await lock('users', [user])
    note(factorChanged(accountOf(session), what))
    return await work(tx)
  })
  const account = await findAccountById(db, user)
  if (account) mailer.send(accountHolder(account), factorChangedEmail(config.publicUrl, what))
  return result
}

/**
 * What follows when a factor was added: recovery codes where there are none, and, with the first
 * factor, an end to the other sessions, which were begun without one.
 * @returns ten codes, or null where the person has some
 */
export async function afterAdding(
  tx: Db,
  { secrets }: Services,
  session: Session,
  hadOne: boolean,
): Promise<string[] | null> {
  const user = session.user.id
  if (!hadOne) await endSessions(tx, user, { except: session.id })
  const { recovery_codes: left } = await findSecondFactor(tx, user)
  return left > 0 ? null : await replaceRecoveryCodes(tx, secrets, user)
}

/**
 * What has to hold once a factor was removed: a role that requires one still has it; recovery codes
 * without a factor are of no use.
 * @throws {Failure} `unsafe`, which undoes the removal
 */
export async function afterRemoving(tx: Db, user: string): Promise<void> {
  const { on, required } = await findSecondFactor(tx, user)
  if (on) return
  if (required) {
    throw new Failure(
      'unsafe',
      'Your role requires a second factor, and this is your only one. Add another one first.',
    )
  }
  await deleteRecoveryCodes(tx, user)
}
