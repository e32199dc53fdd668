import type { Services } from '../../services.ts'
import type { MailedUser } from '../records/bulk.ts'
import {
  type AccountEmails,
  inviteWithoutPassword,
  notifyOfEdit,
  notifyOfRestore,
} from './account-emails.ts'
import { present } from './users.service.ts'

/**
 * Tells admins whose accounts a job opened or brought back what the single calls would have told them.
 * @returns what is called once a batch is written; it returns at once
 */
export const bulkMailer =
  ({ db, background }: Pick<Services, 'db' | 'background'>, emails: AccountEmails) =>
  (mailed: readonly MailedUser[], by: string): void =>
    background.run(async () => {
      for (const each of mailed) {
        const user = await present(db, each.id)
        if (each.did === 'restored') await notifyOfRestore(emails, user, by)
        else if (each.did === 'edited') await notifyOfEdit(db, emails, each.before, user, by)
        else await inviteWithoutPassword(db, emails, user, by)
      }
    })
