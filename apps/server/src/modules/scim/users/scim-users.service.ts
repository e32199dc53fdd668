import { say } from '@steward/i18n/sentence'
import type { WriteTransaction } from '../../../db/write/write-transaction.ts'
import type { Session } from '../../../http/session.ts'
import { newId } from '../../../ids.ts'
import { isWithinMapping } from '../../identity-providers/group-roles.rules.ts'
import { linkProvisioned } from '../../identity-providers/identity-links.store.ts'
import { mustLeaveOwnerIn } from '../../identity-providers/passwords-off.service.ts'
import { changedColumns, mapUniqueViolation } from '../../records/checks.ts'
import type { OwnerNotice } from '../../records/revert.ts'
import { type Authorities, type Authority, lockAuthorities } from '../../roles/authority.store.ts'
import { findUserByEmail } from '../../users/users.store.ts'
import { noSuchResource, notUnique } from '../protocol/scim-error.ts'
import { type Operation, patchResource } from '../protocol/scim-patch.rules.ts'
import type { Resource } from '../protocol/scim-resource.rules.ts'
import { userType } from '../protocol/scim-schemas.ts'
import { leaveGroups } from '../provisioning/scim-memberships.store.ts'
import type { Provider } from '../provisioning/scim-providers.store.ts'
import {
  activate,
  changeAccounts,
  concernedBy,
  mustLeaveAnOwner,
} from '../provisioning/scim-roles.service.ts'
import {
  mustMatch,
  type Provisioning,
  type Writing,
  writeFor,
} from '../provisioning/scim-write.service.ts'
import { accountOf, changedAttributes, type SentAccount } from './scim-account.rules.ts'
import { sentUserOf } from './scim-user.view.ts'
import {
  findScimUser,
  isUserNameTaken,
  type ScimUserRow,
  saveScimUser,
} from './scim-users.store.ts'

/** Creates an account of staff, or takes over the one that the provider may; throws `uniqueness`. */
export async function createScimUser(provisioning: Provisioning, resource: Resource) {
  const account = accountOf(resource)
  const created = writeFor(provisioning, async (at) => {
    const { writing, provider } = at
    await mustBeFree(at, account, null)
    const known = await findUserByEmail(writing.tx, account.email)
    const id = known?.id ?? newId()
    const notices = known
      ? await takeOver(at, provisioning.session, id, account)
      : await insertAccount(at, id, account)
    await saveSent(at, id, null, account)
    return { result: await mustFind(writing, provider, id), notices }
  })
  return await mapAddressTaken(created)
}

async function insertAccount({ writing, provider }: Writing, id: string, account: SentAccount) {
  const { name, email, active } = account
  await writing.insert('users', [
    {
      id,
      name,
      email,
      type: 'admin',
      role_id: null,
      status: active === false ? 'inactive' : 'pending',
      provider_id: provider.id,
    },
  ])
  return []
}

/** Takes an account over that the provider knows by sign-ins, or may link: its role stays until groups say otherwise. */
async function takeOver(
  { writing, provider }: Writing,
  session: Session,
  id: string,
  { name, email, active }: SentAccount,
): Promise<OwnerNotice[]> {
  const authorities = await lockAuthorities(writing, session, concernedBy(provider, [id]))
  const target = authorities.person(id)
  if (!target || !mayTakeOver(provider, target)) throw addressTaken()
  if (await findScimUser(writing.tx, provider, id)) {
    throw notUnique('Another person of this provider has this e-mail address.')
  }
  const { user } = target
  const patch = changedColumns(user, {
    name,
    email,
    provider_id: provider.id,
    ...(active === false && { status: 'inactive' as const }),
  })
  if (!patch) return []
  await mustLeaveAnOwner(writing, authorities, [{ patch, targets: [target] }])
  return await changeAccounts(writing, authorities, [target], patch)
}

/**
 * As at a sign-in, an owner is never linked by an address, nor is an account whose role the mapping doesn't give: whoever
 * saved the mapping holds what its roles permit, and might not what that account may do.
 */
function mayTakeOver(provider: Provider, { user, role }: Authority): boolean {
  if (user.type !== 'admin' || user.service) return false
  if (!isWithinMapping(provider.group_roles, user.role_id)) return false
  if (user.provider_id === provider.id) return true
  return (
    provider.links_accounts && user.provider_id === null && user.email_confirmed && !role?.system
  )
}

const addressTaken = () =>
  notUnique(
    'An account that this provider doesn’t manage already uses this e-mail address. Delete it here, change its address, or let the provider link accounts.',
  )

const mapAddressTaken = <R>(work: Promise<R>): Promise<R> =>
  mapUniqueViolation(work, { users_email_key: { path: 'email', msg: String(addressTaken().said) } })

/** Replaces what a provider said of a person; without `active`, that stays as it is. */
export const replaceScimUser = (provisioning: Provisioning, id: string, resource: Resource) =>
  changeScimUser(provisioning, id, () => resource)

export const patchScimUser = (
  provisioning: Provisioning,
  id: string,
  operations: readonly Operation[],
) => changeScimUser(provisioning, id, (row) => patchResource(userType, sentUserOf(row), operations))

async function changeScimUser(
  provisioning: Provisioning,
  id: string,
  change: (row: ScimUserRow) => Resource,
): Promise<ScimUserRow> {
  const { session } = provisioning
  const changed = writeFor(provisioning, async (at) => {
    const { writing, provider } = at
    const { row, target, authorities } = await lockPerson(at, session, id)
    mustMatch(provisioning, row.version)
    const account = accountOf(change(row))
    await mustBeFree(at, account, row.id)
    const notices = await changeAccount(at, authorities, target, account)
    await saveSent(at, row.id, row, account)
    return { result: await mustFind(writing, provider, row.id), notices }
  })
  return await mapAddressTaken(changed)
}

async function changeAccount(
  { writing, provider }: Writing,
  authorities: Authorities,
  target: Authority,
  { name, email, active }: SentAccount,
): Promise<OwnerNotice[]> {
  const { user } = target
  const ends = active === false && user.status !== 'inactive'
  const patch = changedColumns(user, { name, email, ...(ends && { status: 'inactive' as const }) })
  const notices: OwnerNotice[] = []
  if (patch) {
    await mustLeaveAnOwner(writing, authorities, [{ patch, targets: [target] }])
    notices.push(...(await changeAccounts(writing, authorities, [target], patch)))
  }
  if (active === true && user.status === 'inactive') {
    const now = { ...target, user: { ...user, ...patch } as Authority['user'] }
    notices.push(...(await activate(writing, provider, authorities, now)))
  }
  return notices
}

/** Deprovisions a person: deletes the account, which can be restored here, then inactive and without a role. */
export const deleteScimUser = (provisioning: Provisioning, id: string): Promise<void> =>
  writeFor(provisioning, async (at) => {
    const { writing } = at
    const { row, target, authorities } = await lockPerson(at, provisioning.session, id)
    mustMatch(provisioning, row.version)
    const patch = {
      deleted_at: new Date().toISOString(),
      status: 'inactive' as const,
      role_id: null,
    }
    await mustLeaveAnOwner(writing, authorities, [{ patch, targets: [target] }])
    await leaveGroups(writing.tx, row.id)
    const notices = await changeAccounts(writing, authorities, [target], patch)
    return { result: undefined, notices }
  })

async function lockPerson({ writing, provider }: Writing, session: Session, id: string) {
  const row = await mustFind(writing, provider, id)
  const authorities = await lockAuthorities(writing, session, concernedBy(provider, [row.id]))
  const target = authorities.person(row.id)
  if (!target || target.user.deleted_at !== null) throw noSuchResource()
  // Somebody may have changed the account until it was locked.
  return { row: await mustFind(writing, provider, id), authorities, target }
}

async function mustFind({ tx }: WriteTransaction, provider: Provider, id: string) {
  const row = await findScimUser(tx, provider, id)
  if (!row) throw noSuchResource()
  return row
}

async function mustBeFree(
  { writing, provider }: Writing,
  { sent, email }: SentAccount,
  self: string | null,
): Promise<void> {
  const { user_name: name } = sent
  if (await isUserNameTaken(writing.tx, provider, name, self)) {
    throw notUnique(say('Another person of this provider has the user name {name}.', { name }))
  }
  if (self === null) return
  const other = await findUserByEmail(writing.tx, email)
  if (other && other.id !== self) throw addressTaken()
}

/** Notes what was sent, where it has changed; what the account has no column for gets an audit entry of its own. */
async function saveSent(
  { writing, provider }: Writing,
  id: string,
  before: ScimUserRow | null,
  { name, email, sent }: SentAccount,
): Promise<void> {
  const attributes = changedAttributes(before, sent)
  if (attributes.length === 0) return
  await saveScimUser(writing.tx, provider, id, sent)
  const externalIds = { before: before?.external_id ?? null, after: sent.external_id }
  if (externalIds.before !== externalIds.after) {
    await linkProvisioned(writing.tx, provider.id, id, externalIds)
    // A link has gone.
    if (externalIds.before !== null) await mustLeaveOwnerIn(writing.tx)
  }
  // The entry of the account tells the rest.
  if (!before || before.name !== name || before.email !== email) return
  writing.note({
    area: 'integrations',
    action: 'update',
    record: { id, title: name },
    detail: provider.name,
    after: { attributes },
    personTypes: ['admin'],
  })
}
