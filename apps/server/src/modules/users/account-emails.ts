import type { User } from '@steward/contract/users/users'
import { type Sentence, say } from '@steward/i18n/sentence'
import { accountHolder, addressAlone } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import { hasPassword } from '../authentication/credentials.store.ts'
import {
  addressChangedEmail,
  confirmationEmail,
  invitationEmail,
  restoredEmail,
} from '../authentication/email-templates.ts'
import { createConfirmation, createLink } from '../authentication/links.store.ts'
import type { UserRecord } from '../roles/authority.store.ts'
import { findAnyUser, userView } from './users.store.ts'

type Mailing = Pick<Services, 'db' | 'mailer'>

/** Mails an admin a link to set a password, valid for 7 days; `by` names the inviting person. */
export async function invite(
  { db, mailer }: Mailing,
  person: Pick<User, 'name' | 'status'> & { id: string; email: string },
  by: string,
  template = invitationEmail,
): Promise<{ expiresAt: string }> {
  const { token, expiresAt } = await createLink(db, person.id, 'invitation')
  mailer.send(accountHolder(person), template(token, by))
  return { expiresAt }
}

/** The address of a user, also where it is hidden from who changes them. */
export async function addressOf({ db }: Pick<Mailing, 'db'>, { _id, email }: User) {
  return email === undefined ? ((await findAnyUser(db, _id))?.email ?? null) : email
}

/**
 * Mails an invitation to set a password, or a link to confirm the address of a waiting account.
 * @returns what the answer says of it; nothing where the address is hidden from who gets the answer
 */
export async function inviteWithoutPassword(
  services: Mailing,
  user: User,
  by: string,
): Promise<Sentence | undefined> {
  const email = user.type === 'admin' && (await addressOf(services, user))
  if (!email) return undefined
  const said = await mailPasswordless(services, { ...user, email }, by)
  return user.email === undefined ? undefined : said
}

async function mailPasswordless(
  services: Mailing,
  { _id: id, name, email, status, emailConfirmed }: User & { email: string },
  by: string,
): Promise<Sentence | undefined> {
  if (await hasPassword(services.db, id)) {
    if (status !== 'pending' || emailConfirmed) return undefined
    const token = await createConfirmation(services.db, id)
    services.mailer.send(addressAlone(email), confirmationEmail(token, by))
    return say('A link to confirm the address was sent to {email}.', { email })
  }
  await invite(services, { id, name, email, status }, by)
  return say('An invitation to set a password was sent to {email}.', { email })
}

/** Mails the former address that it changed; returns what the answer says of it. */
export async function notifyOfEdit(
  services: Mailing,
  before: Pick<UserRecord, 'id' | 'name' | 'email' | 'status' | 'type'>,
  user: User,
  by: string,
): Promise<Sentence | undefined> {
  const moved = user.email !== undefined && before.email !== user.email
  if (moved && before.type === 'admin' && before.email) {
    const to = accountHolder({ ...before, email: before.email })
    services.mailer.send(to, addressChangedEmail(by))
  }
  const activated = before.status !== 'active' && user.status === 'active'
  const isNew = moved || activated || before.type !== 'admin'
  return isNew ? await inviteWithoutPassword(services, user, by) : undefined
}

/** Mails a restored user; returns what the answer says of it. */
export async function notifyOfRestore(
  services: Mailing,
  user: User,
  by: string,
): Promise<Sentence | undefined> {
  const { _id: id, name, status } = user
  const email = user.type === 'admin' && (await addressOf(services, user))
  if (!email) return undefined
  if (status !== 'active') return say('They will need a new password to sign in.', {})
  await invite(services, { id, name, email, status }, by, restoredEmail)
  if (user.email === undefined) return undefined
  return say('Their old password no longer works. A link to set a new one was sent to {email}.', {
    email,
  })
}

/** Sends the mails of a job that the same calls for single users would send. */
export const bulkMailer =
  (services: Mailing & Pick<Services, 'background'>): Services['mailUsers'] =>
  (mailed, by) =>
    services.background.run(async () => {
      for (const each of mailed) {
        const row = await findAnyUser(services.db, each.id)
        if (!row) continue
        const user = userView(row)
        if (each.did === 'restored') await notifyOfRestore(services, user, by)
        else if (each.did === 'edited') await notifyOfEdit(services, each.before, user, by)
        else await inviteWithoutPassword(services, user, by)
      }
    })
