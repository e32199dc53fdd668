import type { Said } from '@steward/i18n/sentence'
import type { WriteTransaction } from '../../../db/write/write-transaction.ts'
import type { Session } from '../../../http/session.ts'
import { deleteLinks } from '../../authentication/links.store.ts'
import { endSessions } from '../../authentication/sessions.store.ts'
import { roleByGroups } from '../../identity-providers/group-roles.rules.ts'
import { mustLeaveOwnerIn } from '../../identity-providers/passwords-off.service.ts'
import type { OwnerNotice } from '../../records/revert.ts'
import {
  type Authorities,
  type Authority,
  lockAuthorities,
  mayAct,
} from '../../roles/authority.store.ts'
import { lastOwnersAmong } from '../../roles/owners.store.ts'
import { authorityAfter, endsOwner, noticesOf } from '../../users/user-change.rules.ts'
import { isActiveOwner, lastOwner } from '../../users/users.rules.ts'
import type { UserPatch } from '../../users/users.store.ts'
import { badRequest } from '../protocol/scim-error.ts'
import { findGrouped, findGroupsOf, hasScimGroups } from './scim-memberships.store.ts'
import { lockProvider, type Provider } from './scim-providers.store.ts'

/** The roles that a provider may give, and those people, to be locked. */
export const concernedBy = (provider: Provider, people: readonly string[]) => ({
  users: people,
  roles: provider.group_roles.map(({ role }) => role),
})

/**
 * Gives people the roles that their groups are mapped to, and ends the access of who has none any more. Whoever is inactive stays
 * so.
 * @param options.skipsProblems leaves people as they are whose group leads to a role that nobody may have, which otherwise is refused
 */
export async function applyRoles(
  writing: WriteTransaction,
  provider: Provider,
  authorities: Authorities,
  people: readonly string[],
  { skipsProblems = false } = {},
): Promise<OwnerNotice[]> {
  const { tx } = writing
  const byPatch = new Map<string, { patch: UserPatch; targets: Authority[] }>()
  const groups = Map.groupBy(await findGroupsOf(tx, people), ({ user_id }) => user_id)
  for (const id of people) {
    const target = authorities.person(id)
    if (!target || target.user.deleted_at !== null) continue
    const names = (groups.get(id) ?? []).flatMap(({ display_name, external_id }) =>
      external_id === null ? [display_name] : [display_name, external_id],
    )
    const { patch, problem } = rolePatch(provider, authorities, target, names)
    if (problem && !skipsProblems) throw badRequest('invalidValue', problem)
    if (!patch) continue
    const key = JSON.stringify(patch)
    const alike = byPatch.get(key) ?? { patch, targets: [] }
    alike.targets.push(target)
    byPatch.set(key, alike)
  }
  const changes = [...byPatch.values()]
  await mustLeaveAnOwner(writing, authorities, changes)
  const notices: OwnerNotice[] = []
  for (const { patch, targets } of changes) {
    notices.push(...(await changeAccounts(writing, authorities, targets, patch)))
  }
  const isOwnerGone = changes.some(({ patch, targets }) =>
    targets.some((target) => endsOwner(authorities, target, patch)),
  )
  // Whoever is an owner in their place might not be able to sign in.
  if (isOwnerGone) await mustLeaveOwnerIn(tx)
  return notices
}

function rolePatch(
  provider: Provider,
  authorities: Authorities,
  { user }: Authority,
  groups: readonly string[],
): { patch: UserPatch | null; problem: Said | null } {
  const roles = provider.group_roles.flatMap(({ role }) => authorities.role(role) ?? [])
  const { role, problem } = roleByGroups(provider.group_roles, groups, roles)
  if (problem) return { patch: null, problem }
  const role_id = role?.id ?? null
  const status = user.status === 'inactive' ? 'inactive' : role ? 'active' : 'pending'
  const isSo = user.role_id === role_id && user.status === status
  return { patch: isSo ? null : { role_id, status }, problem: null }
}

/**
 * Gives everybody in the groups of a provider the role of its mapping, which somebody has changed here. Who is in a
 * group whose role nobody may have keeps what they have.
 */
export async function applyMapping(
  writing: WriteTransaction,
  session: Session,
  id: string,
): Promise<OwnerNotice[]> {
  const provider = await lockProvider(writing.tx, { id })
  if (!provider) return []
  const people = await findGrouped(writing.tx, provider)
  if (people.length === 0) return []
  const authorities = await lockAuthorities(writing, session, concernedBy(provider, people))
  return await applyRoles(writing, provider, authorities, people, { skipsProblems: true })
}

/** Activates somebody whom their provider says to be active: by their groups, or by the role that they have. */
export async function activate(
  writing: WriteTransaction,
  provider: Provider,
  authorities: Authorities,
  target: Authority,
): Promise<OwnerNotice[]> {
  const status = target.role ? 'active' : 'pending'
  if (!(await hasScimGroups(writing.tx, provider))) {
    return await changeAccounts(writing, authorities, [target], { status })
  }
  const { id } = target.user
  const waiting = { ...target, user: { ...target.user, status: 'pending' as const } }
  const groups = (await findGroupsOf(writing.tx, [id])).flatMap(({ display_name, external_id }) =>
    external_id === null ? [display_name] : [display_name, external_id],
  )
  const { patch, problem } = rolePatch(provider, authorities, waiting, groups)
  if (problem) throw badRequest('invalidValue', problem)
  return await changeAccounts(writing, authorities, [target], patch ?? { status: 'pending' })
}

/** Refuses to take the last active owner away, however many changes do it. */
export async function mustLeaveAnOwner(
  { tx }: WriteTransaction,
  authorities: Authorities,
  changes: readonly { patch: UserPatch; targets: readonly Authority[] }[],
): Promise<void> {
  const leaving = changes.flatMap(({ patch, targets }) =>
    targets.filter((target) => endsOwner(authorities, target, patch)),
  )
  const [owner] = leaving
  const staying = changes.some(({ patch, targets }) =>
    targets.some((target) => isActiveOwner(authorityAfter(authorities, target, patch))),
  )
  if (!owner || staying) return
  const ids = leaving.map(({ user }) => user.id)
  const why = await lastOwnersAmong(tx, ids)
  if (why) throw lastOwner(owner, why)
}

/**
 * Changes accounts alike; ends sessions and links of who may not sign in after it. What the key may do doesn't count: whoever
 * saved the mapping held what it gives.
 */
export async function changeAccounts(
  writing: WriteTransaction,
  authorities: Authorities,
  targets: readonly Authority[],
  patch: UserPatch,
): Promise<OwnerNotice[]> {
  const { tx } = writing
  await writing.update(
    'users',
    targets.map(({ user }) => user),
    patch,
  )
  const barred = targets.filter((target) => !mayAct(authorityAfter(authorities, target, patch)))
  const ids = (of: readonly Authority[]) => of.map(({ user }) => user.id)
  await endSessions(tx, ids(barred))
  await deleteLinks(tx, ids(patch.email === undefined ? barred : targets))
  return targets.flatMap((target) => noticesOf(authorities, target, patch))
}
