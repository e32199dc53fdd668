import { isDeepStrictEqual } from 'node:util'
import { rightsBeyond } from '@steward/contract/permissions/conditions'
import {
  holds,
  type Permission,
  permission,
  type permissionCatalogue,
  permissionModules,
  permissionName,
} from '@steward/contract/permissions/permissions'
import type { Role } from '@steward/contract/roles/roles'
import { roleFields } from '@steward/contract/roles/roles.fields'
import { msg } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import type { Db } from '../../db/connection/connection.ts'
import { write } from '../../db/write/write.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { requireAnyPermission, requireStepUp } from '../../http/authorize.ts'
import { conflict } from '../../http/failure.ts'
import type { Call } from '../../http/handler.ts'
import { readImageField } from '../../http/image-field.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { newId } from '../../ids.ts'
import type { Services } from '../../services.ts'
import { endSessionsOfRole } from '../authentication/sessions.store.ts'
import { applyToEach } from '../records/bulk.ts'
import { changedColumns, checkVersion, mapUniqueViolation } from '../records/checks.ts'
import type { OwnerNotice } from '../records/revert.ts'
import { viewOf } from '../records/view.ts'
import { type Authorities, lockAuthorities } from './authority.store.ts'
import {
  mustHoldWhatIsGranted,
  permissionsOf,
  rightsOfRole,
  type StaffRights,
} from './permissions.rules.ts'
import {
  holdsMore,
  mustBeChangeable,
  mustExist,
  mustHoldRole,
  mustNotBeHeld,
  requireMayPermit,
  requireMaySetStatus,
} from './roles.rules.ts'
import {
  countHolders,
  findRole,
  type RolePatch,
  type RoleRecord,
  type RoleRow,
} from './roles.store.ts'
import { requireShownConditions } from './shown-conditions.ts'

export const roleView = viewOf<RoleRow, Role>(roleFields, {
  permissions: (row) => permissionsOf(row.permissions, row.system),
  conditions: (row) => row.conditions,
  fieldRules: (row) => row.field_rules,
})

/** Reads a role, deleted or not; throws a Failure `not_found` where there is none. */
export const present = async (db: Db, id: string): Promise<Role> =>
  roleView(mustExist(await findRole(db, id)))

const taken = (words: string) => ({ roles_name_key: { path: 'name', msg: words } })
const nameTaken = taken(msg('Another role already has this name. Choose another name.'))
const nameTakenSince = taken(
  msg('Another role now has this name. Rename that one first, then restore this one.'),
)

export interface RoleChange extends Authorities {
  found: RoleRecord | undefined
  tx: WriteTransaction['tx']
}

/** Checks the rules and returns the columns to change; undefined for none; throws a Failure. */
export type Decide = (role: RoleChange) => RolePatch | undefined | Promise<RolePatch | undefined>

type Action = (typeof permissionCatalogue)['Roles']['Roles'][number]

const requireMay = (session: Session, action: Action) =>
  requireAnyPermission(session, [permission('Roles', 'Roles', action)])

/** Changes a role for a call, whose permission is checked again under the lock; throws a Failure. */
export async function changeRole(
  { db, notifyOwners }: Services,
  session: Session,
  id: string,
  action: Action,
  decide: Decide,
): Promise<Role> {
  const work = write(db, actorOf(session), async (writing) => {
    const notices = await changeRoleIn(writing, session, id, (role) => {
      requireMay(role.session, action)
      return decide(role)
    })
    return { notices, role: await present(writing.tx, id) }
  })
  const { notices, role } = await mapUniqueViolation(
    work,
    action === 'restore' ? nameTakenSince : nameTaken,
  )
  for (const notice of notices) notifyOwners(session, notice)
  return role
}

/** Locks role and acting person, writes the patch of `decide`; returns notices for the owners. */
export async function changeRoleIn(
  writing: WriteTransaction,
  session: Session,
  id: string,
  decide: Decide,
): Promise<OwnerNotice[]> {
  const { tx } = writing
  const authorities = await lockAuthorities(writing, session, { roles: [id] })
  const found = authorities.role(id)
  const patch = await decide({ ...authorities, found, tx })
  if (!found || !patch) return []
  await writing.update('roles', [found], patch)
  if (patch.status && patch.status !== 'active') {
    await endSessionsOfRole(tx, found.id, { impersonations: patch.status === 'deleted' })
  }
  const changesRights = patch.permissions ?? patch.conditions ?? patch.field_rules
  if (!changesRights || !holdsMore(authorities, found)) return []
  // Check this last, so that step-up is only requested for a change that is otherwise allowed.
  requireStepUp(authorities.session)
  const name = patch.name ?? found.name
  const did = (by: string) =>
    say('{by} changed the permissions of the role “{name}”, which has more than their own role.', {
      by,
      name,
    })
  return [{ subject: msg('Permissions of a role were changed'), did }]
}

/** Creates a role; refuses to grant permissions that one doesn't hold. */
export async function createRole(
  { db, pictures }: Services,
  session: Session,
  { body, files: { image } }: Pick<Call<'roles.create'>, 'body' | 'files'>,
): Promise<Role> {
  const id = newId()
  const permissions = permissionsOf(body.permissions ?? [], false)
  const { conditions = [], fieldRules = [] } = body
  return await pictures.keep(image, session.user.id, (url) => {
    const work = write(db, actorOf(session), async (writing) => {
      const { session: now } = await lockAuthorities(writing, session, {})
      const rights = { permissions, conditions, fieldRules }
      mustHoldWhatIsGranted(rightsBeyond(rights, now.lasting), 'permissions')
      requireShownConditions(conditions, now)
      const { name, description = null } = body
      const picture = readImageField(url, body.image, null) ?? null
      await writing.insert('roles', [
        { id, name, description, image: picture, permissions, conditions, field_rules: fieldRules },
      ])
      return await present(writing.tx, id)
    })
    return mapUniqueViolation(work, nameTaken)
  })
}

export async function editRole(
  services: Services,
  session: Session,
  { body, files: { image } }: Pick<Call<'roles.update'>, 'body' | 'files'>,
): Promise<Role> {
  return await services.pictures.keep(image, session.user.id, (url) =>
    changeRole(services, session, body._id, 'update', async (change) => {
      const role = mustBeChangeable(change.found)
      await checkVersion(body.version, role, () => present(change.tx, role.id))
      const permits = await rightsPatch(change, role, {
        ...body,
        permissions: body.permissions && permissionsOf(body.permissions, false),
      })
      const changed = changedColumns(role, {
        name: body.name,
        description: body.description,
        image: readImageField(url, body.image, role.image),
      })
      if (changed) mustHoldRole(change, role)
      return changed || permits ? { ...changed, ...permits } : undefined
    }),
  )
}

/** The columns of a role that set some of its rights; undefined where these are as they were. Throws a Failure. */
async function rightsPatch(
  change: RoleChange,
  role: RoleRecord,
  sent: { [part in keyof StaffRights]?: StaffRights[part] | undefined },
): Promise<RolePatch | undefined> {
  const held = rightsOfRole(role)
  const rights = {
    permissions: sent.permissions ?? held.permissions,
    conditions: sent.conditions ?? held.conditions,
    fieldRules: sent.fieldRules ?? held.fieldRules,
  }
  const patch = changedRights(held, rights)
  if (!patch) return undefined
  requireMayPermit(change, role, rights, await activeHolders(change, role))
  requireShownConditions(rights.conditions, change.session, held.conditions)
  return patch
}

/** The columns of rights that differ; undefined where none does. */
function changedRights(before: StaffRights, after: StaffRights): RolePatch | undefined {
  const differ = (part: keyof StaffRights) => !isDeepStrictEqual(before[part], after[part])
  const patch = {
    ...(differ('permissions') && { permissions: after.permissions }),
    ...(differ('conditions') && { conditions: [...after.conditions] }),
    ...(differ('fieldRules') && { field_rules: [...after.fieldRules] }),
  }
  return Object.keys(patch).length > 0 ? patch : undefined
}

export const activeHolders = async ({ tx }: Pick<RoleChange, 'tx'>, { id }: RoleRecord) =>
  (await countHolders(tx, id)).active

/** Grants permissions or takes them away, and leaves a role's others as they are. */
export const setsPermissions =
  (named: readonly Permission[], granted: boolean): Decide =>
  async (change) => {
    requireMay(change.session, 'update')
    const role = mustBeChangeable(change.found)
    const names = named.map(permissionName)
    const permissions = permissionModules((each) =>
      names.includes(permissionName(each)) ? granted : holds(role.permissions, each),
    )
    return await rightsPatch(change, role, { permissions })
  }

export const setsStatus =
  (status: 'active' | 'inactive'): Decide =>
  async (change) => {
    const role = mustBeChangeable(change.found)
    if (role.status === status) return undefined
    requireMaySetStatus(change, role, status, await activeHolders(change, role))
    return { status }
  }

export const deletesRole: Decide = async (change) => {
  const role = mustBeChangeable(change.found)
  mustNotBeHeld(role, await activeHolders(change, role))
  const before = role.status === 'inactive' ? 'inactive' : 'active'
  return {
    status: 'deleted',
    status_before_deletion: before,
    deleted_at: new Date().toISOString(),
  }
}

/** Restores a role with the status it had before it was deleted. */
export const restoresRole: Decide = async (change) => {
  const role = mustExist(change.found)
  if (role.status !== 'deleted') return undefined
  const status = role.status_before_deletion === 'inactive' ? 'inactive' : 'active'
  // The command line may have unblocked an active person with a deleted role.
  if (status === 'active')
    requireMaySetStatus(change, role, status, await activeHolders(change, role))
  return { status, status_before_deletion: null, deleted_at: null }
}

/** Deletes a role permanently; returns its name; throws a Failure. */
export async function purgeRole(db: Db, session: Session, id: string): Promise<string> {
  return await write(db, actorOf(session), async (writing) => {
    const authorities = await lockAuthorities(writing, session, { roles: [id] })
    requireMay(authorities.session, 'purge')
    const role = mustExist(authorities.role(id))
    mustHoldRole(authorities, role)
    await purge(writing, role)
    return role.name
  })
}

export const purgeRoles = applyToEach<'roles'>({
  table: 'roles',
  what: 'role',
  name: ({ name }) => name,
  oneByOne: true,
  decide: () => () => undefined,
  change: async (writing, roles) => {
    for (const role of roles) await purge(writing, role)
  },
})

/** Purges a role; throws a Failure `conflict` where it isn't deleted or anybody still has it. */
async function purge(writing: WriteTransaction, role: RoleRecord): Promise<void> {
  if (role.status !== 'deleted') {
    throw conflict(say('The role “{role}” is not deleted. Delete it first.', { role: role.name }))
  }
  const { all: holders } = await countHolders(writing.tx, role.id)
  if (holders > 0) {
    throw conflict(
      say(
        '{count, plural, one {# person still has} other {# people still have}} the role “{role}”. Deleted people count too. Give them another role first.',
        { count: holders, role: role.name },
      ),
    )
  }
  await writing.purge('roles', [role])
}
