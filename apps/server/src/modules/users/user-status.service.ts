import { msg } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import { write } from '../../db/write/write.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { requireStepUp } from '../../http/authorize.ts'
import { Failure, invalidField, notFound } from '../../http/failure.ts'
import { actorOf, type Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { removePasswords, revokeKeys } from '../authentication/credentials.store.ts'
import { endSessions } from '../authentication/sessions.store.ts'
import { requireChange } from '../records/change-permission.ts'
import { mapUniqueViolation } from '../records/checks.ts'
import type { OwnerNotice } from '../records/revert.ts'
import { type Authorities, type Authority, lockAuthorities } from '../roles/authority.store.ts'
import { noticesOf } from './user-change.rules.ts'
import { mustNotOutrank } from './users.rules.ts'
import { applyToUsers, lockPerson, present } from './users.service.ts'
import { findUsers, type UserPatch, type UserRow } from './users.store.ts'

export const addressTakenSince = {
  users_email_key: {
    path: 'email',
    msg: msg(
      'Another account now uses this e-mail address. Change that one first, then restore this one.',
    ),
  },
}

/**
 * Restores a user with the status from before. The old password and links stay deleted, since others
 * may know them by now; a second factor is kept, which only an owner may remove.
 */
export async function restoreUser({ db, notifyOwners }: Services, session: Session, id: string) {
  const work = write(db, actorOf(session), async (writing) => {
    const { tx } = writing
    const { authorities, target } = await lockPerson(writing, session, id)
    const { user } = target
    requireChange(authorities.session, 'users', 'restore', user)
    if (user.deleted_at === null)
      return { user: await present(tx, user.id, session.scope), notices: null }
    const notices = await restoreIn(writing, authorities, target)
    return { user: await present(tx, user.id, session.scope), notices }
  })
  const { user, notices } = await mapUniqueViolation(work, addressTakenSince)
  for (const notice of notices ?? []) notifyOwners(session, notice)
  return { user, restored: notices !== null }
}

/** Restores a user within a transaction; returns the notices for the owners. */
export async function restoreIn(
  writing: WriteTransaction,
  authorities: Authorities,
  target: Authority,
): Promise<OwnerNotice[]> {
  mustNotOutrank(authorities, target)
  const patch = returningPatch(target)
  await bringBack(writing, [{ target, patch }])
  const notices = noticesOf(authorities, target, patch)
  if (notices.length > 0) requireStepUp(authorities.session)
  return notices
}

/** The patch that restores a user, without a role that has been deleted since. */
export const returningPatch = ({ role }: Authority): UserPatch => ({
  deleted_at: null,
  ...(role?.status === 'deleted' && { role_id: null }),
})

export async function bringBack(
  writing: WriteTransaction,
  returning: readonly { target: Authority; patch: UserPatch }[],
): Promise<void> {
  const { tx } = writing
  for (const roleless of [false, true]) {
    const alike = returning.filter(({ patch }) => 'role_id' in patch === roleless)
    const users = alike.map(({ target }) => target.user)
    if (alike[0]) await writing.update('users', users, alike[0].patch)
  }
  const ids = returning.map(({ target }) => target.user.id)
  await endSessions(tx, ids)
  await removePasswords(tx, ids)
  await revokeKeys(tx, ids)
}

/** Gives a role to all of these users or none. */
export async function assignRole(
  { db, notifyOwners }: Services,
  session: Session,
  sent: { users: readonly string[]; role: string },
): Promise<UserRow[]> {
  const ids = [...new Set(sent.users.map((id) => id.toLowerCase()))]
  const { users, notices } = await write(db, actorOf(session), async (writing) => {
    const authorities = await lockAuthorities(writing, session, { users: ids, roles: [sent.role] })
    const role = authorities.role(sent.role)
    if (!role || role.status === 'deleted') throw notFound('There is no such role.')
    const targets = ids.map((id, i) => {
      const target = authorities.person(id)
      if (!target || target.user.deleted_at !== null) {
        throw new Failure('not_found', 'One of these users no longer exists.', {
          errors: [{ msg: 'There is no such user.', path: `users.${i}` }],
        })
      }
      if (target.user.type === 'admin') return target
      throw invalidField(
        `users.${i}`,
        say('must be an admin, which {name} is not', { name: target.user.name }),
      )
    })
    const others = targets.filter(({ user }) => user.role_id !== role.id)
    const notices = await applyToUsers(writing, authorities, others, { role_id: role.id })
    return { users: await findUsers(writing.tx, ids), notices }
  })
  for (const notice of notices) notifyOwners(session, notice)
  return users
}
