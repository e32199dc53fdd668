import { msg } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import type { OwnerNotice } from '../records/revert.ts'
import type { Authorities, Authority, UserRecord } from '../roles/authority.store.ts'
import { nameIfVouched } from '../roles/owner-notices.ts'
import {
  type After,
  becomesOwner,
  isActiveOwner,
  mustBeConfirmed,
  mustDecideHere,
  mustFitType,
  mustNotHarmSelf,
  mustNotHoldDeletedRole,
  mustNotOutrank,
  requireMayGive,
} from './users.rules.ts'
import type { UserPatch } from './users.store.ts'

/** Throws a Failure where a rule of the contract forbids to apply a patch to a user. */
export function requireMayApply(
  authorities: Authorities,
  target: Authority,
  patch: UserPatch,
): void {
  mustNotOutrank(authorities, target)
  const after = afterOf(authorities, target, patch)
  mustFitType(after)
  mustDecideHere(authorities, target, after)
  if (patch.role_id) requireMayGive(authorities, authorities.role(patch.role_id))
  mustNotHarmSelf(authorities, target, after)
  if (patch.status === 'active' || patch.role_id) {
    mustBeConfirmed(target, target.user.email_confirmed && !losesProof(target, patch))
  }
  if (patch.status === 'active') mustNotHoldDeletedRole({ ...target, role: after.role })
}

/** Whether a patch sets a new, unconfirmed address for a waiting admin. */
export const losesProof = ({ user }: Authority, patch: UserPatch): boolean =>
  patch.email !== undefined && user.status === 'pending' && user.type === 'admin'

export function authorityAfter(
  authorities: Authorities,
  target: Authority,
  patch: UserPatch,
): Authority {
  const { role } = afterOf(authorities, target, patch)
  return { ...target, role, user: { ...target.user, ...patch } as UserRecord }
}

/** Whether a patch makes an active owner something else. */
export const endsOwner = (authorities: Authorities, target: Authority, patch: UserPatch): boolean =>
  isActiveOwner(target) && !isActiveOwner(authorityAfter(authorities, target, patch))

function afterOf(authorities: Authorities, { user, role }: Authority, patch: UserPatch): After {
  return {
    type: patch.type ?? user.type,
    email: patch.email === undefined ? user.email : patch.email,
    role:
      patch.role_id === undefined
        ? role
        : (patch.role_id && authorities.role(patch.role_id)) || null,
    status: patch.status ?? user.status,
    deleted: (patch.deleted_at === undefined ? user.deleted_at : patch.deleted_at) !== null,
    service: user.service,
  }
}

/** The notices to owners: of a new owner, or of another owner's changed address. */
export function noticesOf(
  authorities: Authorities,
  before: Authority,
  patch: UserPatch,
): OwnerNotice[] {
  const after = authorityAfter(authorities, before, patch)
  if (becomesOwner(before, after)) return [newOwnerNotice(after.user)]
  const { id, name, email } = before.user
  const moved = patch.email !== undefined && patch.email !== email
  if (!moved || !isActiveOwner(before) || id === authorities.self.user.id) return []
  const did = (by: string) =>
    say('{by} changed the e-mail address of the owner {name}.', { by, name })
  return [{ subject: msg('The e-mail address of an owner was changed'), did, about: id }]
}

export const newOwnerNotice = (user: Pick<UserRecord, 'id' | 'name' | 'status'>): OwnerNotice => ({
  subject: msg('There is a new owner'),
  did: (by) => say('{by} made {name} an owner.', { by, name: nameIfVouched(user) }),
  about: user.id,
})
