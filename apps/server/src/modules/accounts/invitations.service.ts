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
 * Mails an admin a link, good for 7 days, to set a password. Called after the transaction: the mail goes out at once.
 * @param by the name of who invites
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

export const accountEmails = (services: Pick<Services, 'db' | 'mailer'>): AccountEmails => ({
  invite: (person, by) => invite(services, person, by),
  restored: (person, by) => invite(services, person, by, restoredEmail),
  confirm: async ({ id, email }, by) => {
    const token = await createConfirmation(services.db, id)
    services.mailer.send(addressAlone(email), confirmationEmail(token, by))
  },
  moved: (person, by) => services.mailer.send(accountHolder(person), addressChangedEmail(by)),
})
