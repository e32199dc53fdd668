import type { User } from '@steward/contract/users/users'
import type { Db } from '../../db/connection/connection.ts'
import type { Services } from '../../services.ts'
import type { UserRecord } from '../access/authority.store.ts'
import { hasPassword } from '../auth/credentials.store.ts'
import type { MailedUser } from '../records/bulk.ts'
import { findAnyUser } from './users.store.ts'
import { userView } from './users.view.ts'

interface Admin {
  id: string
  name: string
  email: string
  status: User['status']
}

/** Mails about a change that is written; `by` is the name of who made it. */
export interface AccountEmails {
  invite(user: Admin, by: string): Promise<unknown>
  /** A link to confirm an address that staff gave to whoever registered. */
  confirm(user: { id: string; email: string }, by: string): Promise<unknown>
  restored(user: Admin, by: string): Promise<unknown>
  /** Goes to the old address. */
  moved(user: Omit<Admin, 'id'>, by: string): void
}

/** Invites who has no password; asks who waits to confirm the address. @returns a sentence more for the answer */
export async function inviteWithoutPassword(
  db: Db,
  emails: AccountEmails,
  { _id: id, name, email, type, status, emailConfirmed }: User,
  by: string,
): Promise<string> {
  if (type !== 'admin' || !email) return ''
  if (await hasPassword(db, id)) {
    if (status !== 'pending' || emailConfirmed) return ''
    await emails.confirm({ id, email }, by)
    return `. A link to confirm the address was sent to ${email}.`
  }
  await emails.invite({ id, name, email, status }, by)
  return `. An invitation to set a password was sent to ${email}.`
}

/** Mails the former address that it changed, and how to sign in. @returns a sentence more for the answer */
export async function notifyOfEdit(
  db: Db,
  emails: AccountEmails,
  before: Pick<UserRecord, 'id' | 'name' | 'email' | 'status' | 'type'>,
  user: User,
  by: string,
): Promise<string> {
  const moved = before.email !== user.email
  if (moved && before.type === 'admin' && before.email) {
    emails.moved({ ...before, email: before.email }, by)
  }
  const activated = before.status !== 'active' && user.status === 'active'
  const isNew = moved || activated || before.type !== 'admin'
  return isNew ? await inviteWithoutPassword(db, emails, user, by) : ''
}

/** @returns a sentence more for the answer */
export async function notifyOfRestore(
  emails: AccountEmails,
  { _id: id, name, email, type, status }: User,
  by: string,
): Promise<string> {
  if (type !== 'admin' || !email) return ''
  if (status !== 'active') return '. They will need a new password to sign in.'
  await emails.restored({ id, name, email, status }, by)
  return `. Their old password no longer works. A link to set a new one was sent to ${email}.`
}

/** Mails after a job what the single calls would have mailed. */
export const bulkMailer =
  ({ db, background }: Pick<Services, 'db' | 'background'>, emails: AccountEmails) =>
  (mailed: readonly MailedUser[], by: string): void =>
    background.run(async () => {
      for (const each of mailed) {
        const row = await findAnyUser(db, each.id)
        if (!row) continue
        const user = userView(row)
        if (each.did === 'restored') await notifyOfRestore(emails, user, by)
        else if (each.did === 'edited') await notifyOfEdit(db, emails, each.before, user, by)
        else await inviteWithoutPassword(db, emails, user, by)
      }
    })
