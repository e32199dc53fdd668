import type { User } from '@steward/contract/users'
import type { Updateable } from 'kysely'
import type { Db } from '../../db/connection.ts'
import type { UsersTable } from '../../db/tables.ts'
import { type Writing, write } from '../../db/write.ts'
import { mustHaveSteppedUp } from '../../http/authorize.ts'
import { notFound } from '../../http/refusals.ts'
import type { Session } from '../../http/session.ts'
import { lockStandings, mayAct, type Standing, type Standings } from '../access/authority.store.ts'
import { type OwnersNotice, type TellOwners, vouched } from '../access/owner-notices.ts'
import { forgetCredentials } from '../auth/credentials.store.ts'
import { countOtherOwners, endSessions, forgetLinks } from './accounts.store.ts'
import {
  type After,
  becomesOwner,
  isActiveOwner,
  mustBeConfirmed,
  mustBeThere,
  mustFitType,
  mustLeaveAnOwner,
  mustMayGive,
  mustNotHarmSelf,
  mustNotHoldDeletedRole,
  mustNotOutrank,
} from './users.rules.ts'
import { findAnyUser } from './users.store.ts'
import { userView } from './users.view.ts'

type Patch = Updateable<UsersTable>

/** Where people change, and who tells the owners of it. */
export interface People {
  db: Db
  tellOwners: TellOwners
}

/** What a change of one person is decided from. */
export interface UserScene {
  standings: Standings
  target: Standing
  tx: Writing['tx']
}

/**
 * The one way in which a person who is there changes: locks them and who acts, asks `decide` for
 * the patch, holds the rules of the contract against what would come of it, and writes.
 * @param change.roles roles that the patch may give
 * @param change.decide checks the permission, and says which columns change
 * @returns the person as they stand now
 * @throws {Failure} as the rules say
 */
export async function changeUser(
  { db, tellOwners }: People,
  session: Session,
  id: string,
  change: {
    roles?: readonly string[]
    decide: (scene: UserScene) => Patch | undefined | Promise<Patch | undefined>
  },
): Promise<User> {
  const roles = change.roles ?? []
  const { user, notices } = await write(db, { user: session.user.id }, async (writing) => {
    const standings = await lockStandings(writing, session, { users: [id], roles })
    const target = mustBeThere(standings.person(id))
    const patch = await change.decide({ standings, target, tx: writing.tx })
    const notices = patch ? await applyToUsers(writing, standings, [target], patch) : []
    return { user: await present(writing.tx, target.user.id), notices }
  })
  for (const notice of notices) tellOwners(session, notice)
  return user
}

/**
 * Changes some people alike, if the rules allow it for every one of them.
 * @returns what the owners are to be told once it is written
 * @throws {Failure} as the rules say
 */
export async function applyToUsers(
  writing: Writing,
  standings: Standings,
  targets: readonly Standing[],
  patch: Patch,
): Promise<OwnersNotice[]> {
  for (const target of targets) mustMayApply(standings, target, patch)
  const leaving = targets.filter(
    (target) => isActiveOwner(target) && !isActiveOwner(standingAfter(standings, target, patch)),
  )
  const [owner] = leaving
  if (owner) {
    const ids = leaving.map(({ user }) => user.id)
    mustLeaveAnOwner(owner, await countOtherOwners(writing.tx, ids))
  }
  const users = targets.map(({ user }) => user)
  const unproved = targets.some((target) => losesProof(target, patch))
  await writing.update('users', users, unproved ? { ...patch, email_confirmed: false } : patch)
  await endAccess(writing, standings, targets, patch)
  const notices = targets.flatMap((target) => noticesOf(standings, target, patch))
  // Last, so that a step-up is asked for what would otherwise be done, and tells nothing before.
  if (notices.length > 0) mustHaveSteppedUp(standings.session)
  return notices
}

/**
 * Brings a deleted person back, with the status from before. Somebody else may know their old
 * password by now, or have a link that sets one: those are gone. A second factor stays, since only
 * an owner may take one away.
 * @returns what the owners are to be told once it is written
 */
export async function restoreUser(
  writing: Writing,
  standings: Standings,
  target: Standing,
): Promise<OwnersNotice[]> {
  mustNotOutrank(standings, target)
  // A role that has been deleted since can't come back with one of its people.
  const roleless = target.role?.status === 'deleted' ? { role_id: null } : {}
  const patch: Patch = { deleted_at: null, ...roleless }
  await writing.update('users', [target.user], patch)
  await endSessions(writing.tx, [target.user.id])
  await forgetCredentials(writing.tx, target.user.id)
  const notices = noticesOf(standings, target, patch)
  if (notices.length > 0) mustHaveSteppedUp(standings.session)
  return notices
}

/**
 * Ends what opened the accounts of people before a change and must not open them after it: the
 * sessions of whoever may not sign in any more, so that none is alive again when they may; links in
 * mails; the password of whoever is no admin any more.
 */
async function endAccess(
  { tx }: Writing,
  standings: Standings,
  targets: readonly Standing[],
  patch: Patch,
): Promise<void> {
  const idsOf = (standing: readonly Standing[]) => standing.map(({ user }) => user.id)
  const barred = targets.filter((target) => !mayAct(standingAfter(standings, target, patch)))
  await endSessions(tx, idsOf(barred))
  // A link that went to the address before must not open the account of the one after.
  if (patch.email !== undefined) await forgetLinks(tx, idsOf(targets))
  else if (patch.status || patch.type || patch.deleted_at) await forgetLinks(tx, idsOf(barred))
  if (patch.type === undefined || patch.type === 'admin') return
  for (const id of idsOf(targets)) await forgetCredentials(tx, id)
}

/**
 * What of a change gives somebody all there is to give: it makes an owner, or gives another owner's
 * account to whoever reads the mail of a new address.
 */
function noticesOf(standings: Standings, before: Standing, patch: Patch): OwnersNotice[] {
  const after = standingAfter(standings, before, patch)
  if (becomesOwner(before, after)) return [ownerNotice(after.user)]
  const { id, name, email } = before.user
  const moved = patch.email !== undefined && patch.email !== email
  if (!moved || !isActiveOwner(before) || id === standings.self.user.id) return []
  const subject = 'An owner has another e-mail address'
  return [{ subject, did: `gave the owner ${name} another e-mail address`, about: id }]
}

/** What the owners are told of somebody who is one from now on. */
export const ownerNotice = (user: { id: string; name: string; status: string }): OwnersNotice => ({
  subject: 'There is a new owner',
  did: `made ${vouched(user)} an owner`,
  about: user.id,
})

/** Another address of an account that waits is one that nobody has proved. */
const losesProof = ({ user }: Standing, patch: Patch): boolean =>
  patch.email !== undefined && user.status === 'pending' && user.type === 'admin'

function mustMayApply(standings: Standings, target: Standing, patch: Patch): void {
  mustNotOutrank(standings, target)
  const after = afterOf(standings, target, patch)
  mustFitType(after)
  if (patch.role_id) mustMayGive(standings, standings.role(patch.role_id))
  mustNotHarmSelf(standings, target, after)
  if (patch.status === 'active' || patch.role_id) {
    mustBeConfirmed(target, target.user.email_confirmed && !losesProof(target, patch))
  }
  if (patch.status === 'active') mustNotHoldDeletedRole({ ...target, role: after.role })
}

function afterOf(standings: Standings, { user, role }: Standing, patch: Patch): After {
  return {
    type: patch.type ?? user.type,
    email: patch.email === undefined ? user.email : patch.email,
    role:
      patch.role_id === undefined ? role : (patch.role_id && standings.role(patch.role_id)) || null,
    status: patch.status ?? user.status,
    deleted: (patch.deleted_at === undefined ? user.deleted_at : patch.deleted_at) !== null,
  }
}

function standingAfter(standings: Standings, target: Standing, patch: Patch): Standing {
  const after = afterOf(standings, target, patch)
  return { ...target, role: after.role, user: { ...target.user, ...patch } as Standing['user'] }
}

/** A person as the contract has them, deleted or not. @throws {Failure} `not_found` */
export async function present(db: Db, id: string): Promise<User> {
  const user = await findAnyUser(db, id)
  if (!user) throw notFound('There is no such user.')
  return userView(user)
}
