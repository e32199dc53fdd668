import { msg } from '@steward/i18n/reader'
import { nested, type Said, say } from '@steward/i18n/sentence'
import type { Db } from '../../db/connection/connection.ts'
import { write } from '../../db/write/write.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { conflict, Failure, notFound, unsafe } from '../../http/failure.ts'
import { actorOf, type Session } from '../../http/session.ts'
import {
  type Apply,
  type BulkPatch,
  emptyOutcome,
  type MailedUser,
  type Outcome,
} from '../records/bulk.ts'
import { requireChange } from '../records/change-permission.ts'
import { fieldOf, takenBy } from '../records/checks.ts'
import { requireSentShown } from '../records/field-rules.ts'
import { type Authorities, type Authority, lockAuthorities } from '../roles/authority.store.ts'
import { lastOwnersAmong } from '../roles/owners.store.ts'
import { endsOwner, noticesOf, requireMayApply } from './user-change.rules.ts'
import { requireUserPermission } from './user-edit.service.ts'
import { addressTakenSince, bringBack, returningPatch } from './user-status.service.ts'
import { lastOwner, mustExist, mustNotOutrank } from './users.rules.ts'
import { applyToUsers, lockPerson } from './users.service.ts'
import { findTakenAddresses, type UserPatch } from './users.store.ts'

interface Batch {
  writing: WriteTransaction
  authorities: Authorities
  patch: BulkPatch
  outcome: Outcome
}

type Decide = (batch: Batch, target: Authority) => UserPatch | 'same'

/** Bulk actions on users; each user is checked by the rules of the single call and its locks. */
export const userBulk = {
  status: setting('status'),
  feed: setting('shopping_feed_status'),
  role: changing(({ authorities, patch }, target) => {
    requireUserPermission({ authorities }, 'admin', 'update')
    const { user } = mustExist(target)
    const role = authorities.role(patch?.role ?? '')
    if (!role || role.status === 'deleted') throw notFound('There is no such role.')
    if (user.type !== 'admin') {
      throw conflict(say('{name} is not an admin. Only admins have a role.', { name: user.name }))
    }
    return user.role_id === role.id ? 'same' : { role_id: role.id }
  }),
  delete: changing(({ authorities }, { user }) => {
    requireChange(authorities.session, 'users', 'delete', user)
    return user.deleted_at === null ? { deleted_at: new Date().toISOString() } : 'same'
  }),
  restore: withAuthorities(async (batch, targets) => {
    const { writing, authorities } = batch
    const taken = await findTakenAddresses(writing.tx, idsOf(targets))
    const returning = decideEach(batch, targets, (target) => {
      requireChange(authorities.session, 'users', 'restore', target.user)
      if (target.user.deleted_at === null) return 'same'
      mustNotOutrank(authorities, target)
      mustNotTellOwners(authorities, target, returningPatch(target))
      if (taken.has(target.user.id)) throw takenBy(addressTakenSince.users_email_key)
      return returningPatch(target)
    })
    await bringBack(writing, returning)
    return mailedAdmins(returning, 'restored')
  }),
  /** Without `by`, the system purges users whose retention has ended. */
  purge: async (writing, ids, patch, by) =>
    by ? purgeAs(writing, ids, patch, by) : emptyTrash(writing, ids),
} satisfies Record<string, Apply>

const purgeAs: Apply = withAuthorities(async (batch, targets) => {
  const gone = decideEach(batch, targets, (target) => requireMayPurge(batch.authorities, target))
  const users = targetsOf(gone).map(({ user }) => user)
  await batch.writing.purge('users', users)
  return []
})

/** Checks that a user may be purged; throws a Failure. */
function requireMayPurge(authorities: Authorities, target: Authority): UserPatch {
  requireUserPermission({ authorities }, target.user.type, 'purge')
  mustNotOutrank(authorities, target)
  if (target.user.deleted_at !== null) return {}
  throw conflict(say('{name} is not deleted. Delete them first.', { name: target.user.name }))
}

/** Purges a user; returns their name. */
export const purgeUser = (db: Db, session: Session, id: string): Promise<string> =>
  write(db, actorOf(session), async (writing) => {
    const { authorities, target } = await lockPerson(writing, session, id)
    requireMayPurge(authorities, target)
    await writing.purge('users', [target.user])
    return target.user.name
  })

async function emptyTrash(writing: WriteTransaction, ids: readonly string[]): Promise<Outcome> {
  const users = await writing.lock('users', ids)
  const deleted = users.filter((user) => user.deleted_at !== null)
  await writing.purge('users', deleted)
  const changed = deleted.map(({ id }) => id)
  return { changed, unchanged: ids.length - changed.length, failures: [] }
}

function setting(column: 'status' | 'shopping_feed_status'): Apply {
  return changing(({ authorities, patch }, target) => {
    const columns = { [column]: patch?.status } as UserPatch
    requireChange(authorities.session, 'users', { columns }, target.user)
    requireSentShown(
      'users',
      target.user,
      { [fieldOf(column)]: patch?.status },
      authorities.session,
    )
    mustExist(target)
    return target.user[column] === patch?.status ? 'same' : columns
  })
}

/** Makes an action that applies one patch to all users who pass the rules. */
function changing(decide: Decide): Apply {
  return withAuthorities(async (batch, targets) => {
    const { writing, authorities } = batch
    const decided = decideEach(batch, targets, (target) => {
      const patch = decide(batch, target)
      if (patch === 'same') return patch
      requireMayApply(authorities, target, patch)
      mustNotTellOwners(authorities, target, patch)
      return patch
    })
    const changes = await keepAnOwner(batch, decided)
    const [first] = changes
    if (first) await applyToUsers(writing, authorities, targetsOf(changes), first.patch)
    const isActivation = first?.patch.status === 'active'
    return isActivation ? mailedAdmins(changes, 'activated') : []
  })
}

/** Locks all users concerned; a user who doesn't exist is a failure. `work` returns whom to mail. */
function withAuthorities(
  work: (batch: Batch, targets: readonly Authority[]) => Promise<MailedUser[]>,
): Apply {
  return async (writing, ids, patch, by) => {
    if (!by) throw new Error('people are changed by somebody')
    const roles = patch?.role ? [patch.role] : []
    const authorities = await lockAuthorities(writing, by, { users: ids, roles })
    const targets = ids.flatMap((id) => authorities.person(id) ?? [])
    const outcome = emptyOutcome()
    const mailed = await work({ writing, authorities, patch, outcome }, targets)
    const unknown = ids.filter((id) => !authorities.person(id))
    const missing = unknown.map((id) => ({
      id,
      name: null,
      message: msg('There is no such user.'),
    }))
    return { ...outcome, failures: [...outcome.failures, ...missing], mailed }
  }
}

interface Decided {
  target: Authority
  patch: UserPatch
}

/** Decides about each user, noting refused and unchanged ones; returns the others. */
function decideEach(
  { outcome }: Batch,
  targets: readonly Authority[],
  decide: (target: Authority) => UserPatch | 'same',
): Decided[] {
  return targets.flatMap((target): Decided[] => {
    try {
      const patch = decide(target)
      if (patch === 'same') {
        outcome.unchanged += 1
        return []
      }
      outcome.changed.push(target.user.id)
      return [{ target, patch }]
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      refuse(outcome, target, error)
      return []
    }
  })
}

function refuse(outcome: Outcome, { user }: Authority, failure: Failure): void {
  outcome.changed = outcome.changed.filter((id) => id !== user.id)
  outcome.failures.push({ id: user.id, name: user.name, message: wordsOf(failure), failure })
}

function wordsOf({ code, said, errors }: Failure): Said {
  const [first] = errors ?? []
  if (code !== 'invalid' || typeof first !== 'object') return said
  const problem = nested(first.msg)
  return first.path
    ? say('The {field} {problem}.', { field: first.path, problem })
    : say('The value {problem}.', { problem })
}

/** Refuses a change that needs a step-up, which a job can't ask for. */
function mustNotTellOwners(authorities: Authorities, target: Authority, patch: UserPatch): void {
  if (noticesOf(authorities, target, patch).length === 0) return
  throw unsafe(
    say(
      'This would make {name} an owner, which you must confirm with your password or a passkey. Change only this person.',
      { name: target.user.name },
    ),
  )
}

/** Refuses the changes of the batch's owners where no owner would be left. */
async function keepAnOwner(
  { writing: { tx }, authorities, outcome }: Batch,
  decided: Decided[],
): Promise<Decided[]> {
  const leaving = decided.filter(({ target, patch }) => endsOwner(authorities, target, patch))
  if (leaving.length === 0) return decided
  const why = await lastOwnersAmong(tx, idsOf(targetsOf(leaving)))
  if (!why) return decided
  for (const { target } of leaving) refuse(outcome, target, lastOwner(target, why))
  return decided.filter((each) => !leaving.includes(each))
}

const targetsOf = (decided: readonly Decided[]) => decided.map(({ target }) => target)
const idsOf = (targets: readonly Authority[]) => targets.map(({ user }) => user.id)

/** The admins to mail, as only admins sign in. */
const mailedAdmins = (decided: readonly Decided[], did: 'activated' | 'restored'): MailedUser[] =>
  decided.flatMap(({ target: { user } }) => (user.type === 'admin' ? [{ id: user.id, did }] : []))
