import type { User } from '@steward/contract/users'
import type { Updateable } from 'kysely'
import type { Db } from '../../db/connection.ts'
import type { UsersTable } from '../../db/tables.ts'
import { type Writing, write } from '../../db/write.ts'
import { notFound } from '../../http/refusals.ts'
import type { Session } from '../../http/session.ts'
import { lockStandings, type Standing, type Standings } from '../permissions/standing.store.ts'
import { countOtherOwners, endSessions, forgetLinks } from './accounts.store.ts'
import {
  type After,
  isActiveOwner,
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
  db: Db,
  session: Session,
  id: string,
  change: {
    roles?: readonly string[]
    decide: (scene: UserScene) => Patch | undefined | Promise<Patch | undefined>
  },
): Promise<User> {
  const roles = change.roles ?? []
  return await write(db, { user: session.user.id }, async (writing) => {
    const standings = await lockStandings(writing, session, { users: [id], roles })
    const target = mustBeThere(standings.person(id))
    const patch = await change.decide({ standings, target, tx: writing.tx })
    if (patch) await applyToUsers(writing, standings, [target], patch)
    return await present(writing.tx, target.user.id)
  })
}

/**
 * Changes some people alike, if the rules allow it for every one of them.
 * @throws {Failure} as the rules say
 */
export async function applyToUsers(
  writing: Writing,
  standings: Standings,
  targets: readonly Standing[],
  patch: Patch,
): Promise<void> {
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
  const changed = await writing.update('users', users, patch)
  const locked = changed.filter(
    (user) => user.deleted_at !== null || user.type !== 'admin' || user.status !== 'active',
  )
  await endSessions(
    writing.tx,
    locked.map(({ id }) => id),
  )
  // A link that went to the address before must not open the account of the one after.
  if (patch.email !== undefined) {
    await forgetLinks(
      writing.tx,
      users.map(({ id }) => id),
    )
  }
}

function mustMayApply(standings: Standings, target: Standing, patch: Patch): void {
  mustNotOutrank(standings, target)
  const after = afterOf(standings, target, patch)
  mustFitType(after)
  if (patch.role_id) mustMayGive(standings, standings.role(patch.role_id))
  mustNotHarmSelf(standings, target, after)
  if (patch.status === 'active') mustNotHoldDeletedRole({ ...target, role: after.role })
}

function afterOf(standings: Standings, { user, role }: Standing, patch: Patch): After {
  return {
    type: patch.type ?? user.type,
    email: patch.email === undefined ? user.email : patch.email,
    role:
      patch.role_id === undefined ? role : (patch.role_id && standings.role(patch.role_id)) || null,
    status: patch.status ?? user.status,
    deleted: (patch.deleted_at ?? user.deleted_at) !== null,
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
