import type { User } from '@steward/contract/users/users'
import { accountHolder, addressAlone } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import { createConfirmation, createLink } from '../auth/links.store.ts'
import type { AccountEmails } from '../users/account-emails.ts'
import {
  addressChangedEmail,
  confirmationEmail,
  invitationEmail,
  restoredEmail,
} from './email-templates.ts'

/**
 * Mails an admin without a password a link to set one, good for 7 days. To be called after the
 * transaction that created them, since the mail goes out at once.
 * @param by the name of who invites
 * @returns the time until which the link works
 */
export async function invite(
  { db, mailer }: Pick<Services, 'db' | 'mailer'>,
  person: { id: string; name: string; email: string; status: User['status'] },
  by: string,
  template = invitationEmail,
): Promise<{ expiresAt: string }> {
  const { token, expiresAt } = await createLink(db, person.id, 'invitation')
  mailer.send(accountHolder(person), template(token, by))
  return { expiresAt }
}

/** What people are told by mail once a change of their account is written. */
export const accountEmails = (services: Pick<Services, 'db' | 'mailer'>): AccountEmails => ({
  invite: (person, by) => invite(services, person, by),
  restored: (person, by) => invite(services, person, by, restoredEmail),
  confirm: async ({ id, email }, by) => {
    const token = await createConfirmation(services.db, id)
    services.mailer.send(addressAlone(email), confirmationEmail(token, by))
  },
  moved: (person, by) => services.mailer.send(accountHolder(person), addressChangedEmail(by)),
})
