import type { User } from '@steward/contract/users/users'
import type { Db } from '../../db/connection/connection.ts'
import type { Scope } from '../../db/write/scope.ts'
import { write } from '../../db/write/write.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { requireStepUp } from '../../http/authorize.ts'
import { notFound } from '../../http/failure.ts'
import { actorOf, type Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { removePasswords } from '../authentication/credentials.store.ts'
import { deleteLinks } from '../authentication/links.store.ts'
import { endSessions } from '../authentication/sessions.store.ts'
import type { OwnerNotice } from '../records/revert.ts'
import {
  type Authorities,
  type Authority,
  lockAuthorities,
  mayAct,
} from '../roles/authority.store.ts'
import { lastOwnersAmong } from '../roles/owners.store.ts'
import {
  authorityAfter,
  endsOwner,
  losesProof,
  noticesOf,
  requireMayApply,
} from './user-change.rules.ts'
import { lastOwner, mustExist } from './users.rules.ts'
import { findAnyUser, type UserPatch, userView } from './users.store.ts'

export interface UserChange {
  authorities: Authorities
  target: Authority
  tx: WriteTransaction['tx']
}

/**
 * Changes one user: locks them and the acting person, checks and writes the patch of `decide`.
 * @param roles the roles that the patch may set
 */
export async function changeUser(
  { db, notifyOwners }: Services,
  session: Session,
  id: string,
  decide: (user: UserChange) => UserPatch | undefined | Promise<UserPatch | undefined>,
  roles: readonly string[] = [],
): Promise<User> {
  const { user, notices } = await write(db, actorOf(session), async (writing) => {
    const { authorities, target } = await lockPerson(writing, session, id, roles)
    mustExist(target)
    const patch = await decide({ authorities, target, tx: writing.tx })
    const notices = patch ? await applyToUsers(writing, authorities, [target], patch) : []
    return { user: await present(writing.tx, target.user.id, session.scope), notices }
  })
  for (const notice of notices) notifyOwners(session, notice)
  return user
}

/** Changes several users alike, if the rules allow it for all; returns notices for the owners. */
export async function applyToUsers(
  writing: WriteTransaction,
  authorities: Authorities,
  targets: readonly Authority[],
  patch: UserPatch,
): Promise<OwnerNotice[]> {
  for (const target of targets) requireMayApply(authorities, target, patch)
  const leaving = targets.filter((target) => endsOwner(authorities, target, patch))
  const [owner] = leaving
  const why = owner && (await lastOwnersAmong(writing.tx, idsOf(leaving)))
  if (why) throw lastOwner(owner, why)
  const users = targets.map(({ user }) => user)
  const unproved = targets.some((target) => losesProof(target, patch))
  await writing.update('users', users, unproved ? { ...patch, email_confirmed: false } : patch)
  await endAccess(writing, authorities, targets, patch)
  const notices = targets.flatMap((target) => noticesOf(authorities, target, patch))
  // Check this last, so that step-up is only requested for a change that is otherwise allowed.
  if (notices.length > 0) requireStepUp(authorities.session)
  return notices
}

/** Ends sessions of people who may not sign in now, mailed links, and former admins' passwords. */
async function endAccess(
  { tx }: WriteTransaction,
  authorities: Authorities,
  targets: readonly Authority[],
  patch: UserPatch,
): Promise<void> {
  const barred = targets.filter((target) => !mayAct(authorityAfter(authorities, target, patch)))
  await endSessions(tx, idsOf(barred))
  // A link sent to the old address must not give access to the account.
  if (patch.email !== undefined) await deleteLinks(tx, idsOf(targets))
  else if (patch.status || patch.type || patch.deleted_at) await deleteLinks(tx, idsOf(barred))
  if (patch.type !== undefined && patch.type !== 'admin') await removePasswords(tx, idsOf(targets))
}

/** Locks the acting person and a user, deleted or not; throws a Failure `not_found`. */
export async function lockPerson(
  writing: WriteTransaction,
  session: Session,
  id: string,
  roles: readonly string[] = [],
): Promise<{ authorities: Authorities; target: Authority }> {
  const authorities = await lockAuthorities(writing, session, { users: [id], roles })
  const target = authorities.person(id)
  if (!target) throw notFound('There is no such user.')
  return { authorities, target }
}

const idsOf = (authorities: readonly Authority[]) => authorities.map(({ user }) => user.id)

export async function present(db: Db, id: string, scope: Scope | null): Promise<User> {
  const user = await findAnyUser(db, id)
  if (!user) throw notFound('There is no such user.')
  return userView(scope?.withoutHidden('users', user) ?? user)
}
