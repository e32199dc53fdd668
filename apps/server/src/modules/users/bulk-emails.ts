import type { Services } from '../../services.ts'
import type { MailedUser } from '../bulk.ts'
import { type AccountEmails, inviteWithoutPassword, notifyOfRestore } from './account-emails.ts'
import { present } from './users.service.ts'

/**
 * Tells admins whose accounts a job opened or brought back what the single calls would have told them.
 * @returns what is called once a batch is written; it returns at once
 */
export const bulkMailer =
  ({ db, background }: Pick<Services, 'db' | 'background'>, emails: AccountEmails) =>
  (mailed: readonly MailedUser[], by: string): void =>
    background.run(async () => {
      for (const { id, did } of mailed) {
        const user = await present(db, id)
        if (did === 'restored') await notifyOfRestore(emails, user, by)
        else await inviteWithoutPassword(db, emails, user, by)
      }
    })
