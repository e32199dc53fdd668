import type { User } from '@steward/contract/users/users'
import { accountHolder, addressAlone } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import { createConfirmation, createLink } from '../auth/links.store.ts'
import { confirmationEmail, invitationEmail } from './email-templates.ts'

/**
 * Mails an admin without a password an invitation: a link to `/reset-password/{token}`, good for 7
 * days. To be called after the transaction that created them, since the mail goes out at once and
 * nothing takes it back.
 * @param person whom it goes to
 * @param by the name of who invites; null for none
 * @param template the mail that carries the link
 * @returns the time until which the link works
 */
export async function invite(
  { db, config, mailer }: Pick<Services, 'db' | 'config' | 'mailer'>,
  person: { id: string; name: string; email: string; status: User['status'] },
  by: string | null,
  template = invitationEmail,
): Promise<{ expiresAt: string }> {
  const { token, expiresAt } = await createLink(db, person.id, 'invitation')
  mailer.send(accountHolder(person), template(config.publicUrl, token, by))
  return { expiresAt }
}

/**
 * Mails whoever registered and waits a link to `/confirm/{token}`, good for 24 hours, after staff
 * have given the account another address.
 * @param by the name of who did
 */
export async function mailConfirmation(
  { db, config, mailer }: Pick<Services, 'db' | 'config' | 'mailer'>,
  person: { id: string; email: string },
  by: string,
): Promise<void> {
  const token = await createConfirmation(db, person.id, null)
  mailer.send(addressAlone(person.email), confirmationEmail(config.publicUrl, token, by))
}
