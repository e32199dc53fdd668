import {
  grantedBeyond,
  grantedIn,
  permission,
  type permissionCatalogue,
} from '@steward/contract/permissions'
import type { Role } from '@steward/contract/roles'
import type { Db } from '../../db/connection.ts'
import { type WriteTransaction, write } from '../../db/write.ts'
import type { Pictures } from '../../files/pictures.ts'
import { requireAnyPermission, requireStepUp } from '../../http/authorize.ts'
import { readImageField } from '../../http/image-field.ts'
import type { Call } from '../../http/routes.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { newId } from '../../ids.ts'
import { endSessionsOfRole } from '../auth/session-revocation.store.ts'
import { changedColumns, checkVersion, mapUniqueViolation } from '../records.ts'
import { type Authorities, lockAuthorities } from './authority.store.ts'
import type { NotifyOwners } from './owner-notices.ts'
import { mustHoldWhatIsGranted, permissionsOf } from './permissions.rules.ts'
import {
  holdsMore,
  mustBeChangeable,
  mustExist,
  mustHoldRole,
  mustMayPermit,
  mustMaySetStatus,
} from './roles.rules.ts'
import {
  countActiveHolders,
  findRole,
  insertRole,
  type RolePatch,
  type RoleRecord,
  updateRole,
} from './roles.store.ts'
import { roleView } from './roles.view.ts'

/** What changes of roles work with. */
export interface RoleContext {
  db: Db
  pictures: Pictures
  /** Tells the owners of a change beyond the own permissions. */
  notifyOwners: NotifyOwners
}

const nameTaken = {
  roles_name_key: {
    path: 'name',
    msg: 'Another role has this name already. Choose another name.',
  },
}

/** What a change of one role is decided from. */
export interface RoleChange extends Authorities {
  found: RoleRecord | undefined
  tx: WriteTransaction['tx']
}

/**
 * The one way in which a role changes: locks it and who acts, who must still hold the permission,
 * asks `decide` for the patch, and writes.
 * @param change.decide checks the rules, and says which columns change
 * @param change.taken what is said where the name has been taken
 * @returns the role as it stands now
 * @throws {Failure} as the rules say
 */
export function changeRole(
  db: Db,
  session: Session,
  id: string,
  change: {
    action: (typeof permissionCatalogue)['Roles']['Roles'][number]
    decide: (role: RoleChange) => RolePatch | undefined | Promise<RolePatch | undefined>
    taken?: typeof nameTaken
  },
): Promise<Role> {
  const work = write(db, actorOf(session), async (writing) => {
    const { tx } = writing
    const authorities = await lockAuthorities(writing, session, { roles: [id] })
    requireAnyPermission(authorities.session, [permission('Roles', 'Roles', change.action)])
    const found = authorities.role(id)
    const patch = await change.decide({ ...authorities, found, tx })
    if (found && patch) {
      await updateRole(writing, found, patch)
      if (patch.status && patch.status !== 'active') {
        await endSessionsOfRole(tx, found.id, { impersonations: patch.status === 'deleted' })
      }
      // Last, so that a step-up is asked for what would otherwise be done.
      if (patch.permissions && holdsMore(authorities, found)) requireStepUp(authorities.session)
    }
    return await present(tx, id)
  })
  return mapUniqueViolation(work, change.taken ?? nameTaken)
}

/** Creates a role that permits nothing which who creates it doesn't hold. */
export async function createRole(
  { db, pictures }: RoleContext,
  session: Session,
  { body, files: { image } }: Pick<Call<'roles.create'>, 'body' | 'files'>,
): Promise<Role> {
  const id = newId()
  const permissions = permissionsOf(body.permissions ?? [], false)
  return await pictures.keep(image, session.user.id, (url) => {
    const work = write(db, actorOf(session), async (writing) => {
      const { session: now } = await lockAuthorities(writing, session, {})
      mustHoldWhatIsGranted(grantedBeyond(permissions, now.permissions), 'permissions')
      await insertRole(writing, {
        id,
        name: body.name,
        description: body.description ?? null,
        image: readImageField(url, body.image, null) ?? null,
        permissions,
      })
      return await present(writing.tx, id)
    })
    return mapUniqueViolation(work, nameTaken)
  })
}

/** Changes name, description, picture and permissions of a role; the owners hear of what goes beyond. */
export async function editRole(
  { db, pictures, notifyOwners }: RoleContext,
  session: Session,
  { body, files: { image } }: Pick<Call<'roles.update'>, 'body' | 'files'>,
): Promise<Role> {
  let beyond = false
  const data = await pictures.keep(image, session.user.id, (url) =>
    changeRole(db, session, body._id, {
      action: 'update',
      decide: async (change) => {
        const role = mustBeChangeable(change.found)
        await checkVersion(body.version, role, () => present(change.tx, role.id))
        const permissions = body.permissions && permissionsOf(body.permissions, false)
        if (permissions) {
          mustMayPermit(change, role, permissions, await countActiveHolders(change.tx, role.id))
        }
        const changed = changedColumns(role, {
          name: body.name,
          description: body.description,
          image: readImageField(url, body.image, role.image),
        })
        if (changed) mustHoldRole(change, role)
        const permits =
          permissions && differ(role.permissions, permissions) ? { permissions } : undefined
        beyond = permits !== undefined && holdsMore(change, role)
        return changed || permits ? { ...changed, ...permits } : undefined
      },
    }),
  )
  if (beyond) {
    notifyOwners(session, {
      subject: 'The permissions of a role were changed',
      did: `changed what the role “${data.name}” permits, which holds more than their own role`,
    })
  }
  return data
}

/** Brings a deleted role back, with the status from before. */
export const restoreRole = (db: Db, session: Session, id: string): Promise<Role> =>
  changeRole(db, session, id, {
    action: 'restore',
    decide: async (change) => {
      const role = mustExist(change.found)
      if (role.status !== 'deleted') return undefined
      const status = role.status_before_deletion === 'inactive' ? 'inactive' : 'active'
      // Nobody active holds a deleted role, but for the one whom the command line unblocked.
      if (status === 'active') {
        mustMaySetStatus(change, role, status, await countActiveHolders(change.tx, role.id))
      }
      return { status, status_before_deletion: null, deleted_at: null }
    },
    taken: {
      roles_name_key: {
        path: 'name',
        msg: 'Another role has this name by now. Rename that one first, then restore this one.',
      },
    },
  })

/** A role as the contract has it, deleted or not. @throws {Failure} `not_found` */
async function present(db: Db, id: string): Promise<Role> {
  return roleView(mustExist(await findRole(db, id)))
}

const differ = (...[before, after]: Parameters<typeof grantedBeyond>): boolean =>
  grantedIn(before).length !== grantedIn(after).length || grantedBeyond(before, after).length > 0
