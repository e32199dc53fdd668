import {
  grantedBeyond,
  grantedIn,
  permission,
  type permissionCatalogue,
} from '@steward/contract/permissions'
import type { Role } from '@steward/contract/roles'
import type { Selectable, Updateable } from 'kysely'
import type { Db } from '../../db/connection.ts'
import type { RolesTable } from '../../db/tables.ts'
import { type Writing, write } from '../../db/write.ts'
import type { Pictures } from '../../files/pictures.ts'
import { mustHaveSteppedUp, mustHoldOne } from '../../http/authorize.ts'
import { pictureOf } from '../../http/picture-text.ts'
import { invalidField } from '../../http/refusals.ts'
import type { Handlers } from '../../http/routes.ts'
import type { Session } from '../../http/session.ts'
import { newId } from '../../ids.ts'
import { differing, mustBeCurrent, unlessTaken } from '../changing.ts'
import { lockStandings, type Standings } from './authority.store.ts'
import { mustHoldAll } from './grants.rules.ts'
import type { TellOwners } from './owner-notices.ts'
import { mustHoldWhatIsGranted } from './permissions.rules.ts'
import {
  holdsMore,
  mustBeChangeable,
  mustExist,
  mustMayPermit,
  mustMaySetStatus,
  mustNotBeHeld,
} from './roles.rules.ts'
import { countActiveHolders, endSessionsOfRole, findRole, listRoles } from './roles.store.ts'
import { permissionsOf, roleView } from './roles.view.ts'

type Calls =
  | 'roles.create'
  | 'roles.update'
  | 'roles.updateImage'
  | 'roles.updateStatus'
  | 'roles.delete'
  | 'roles.restore'

const named = {
  roles_name_key: {
    path: 'name',
    msg: 'Another role has this name already. Choose another name.',
  },
}

const namedAgain = {
  roles_name_key: {
    path: 'name',
    msg: 'Another role has this name by now. Rename that one first, then restore this one.',
  },
}

/** What a change of one role is decided from. */
interface Scene extends Standings {
  found: Selectable<RolesTable> | undefined
  tx: Writing['tx']
}

/** Changes of roles (specification sections 4 and 7, Roles; contract, Rules). */
export function rolesChanges(db: Db, pictures: Pictures, tellOwners: TellOwners): Handlers<Calls> {
  /** Locks a role and who acts, who must still hold the permission; asks what changes; changes it. */
  const change = (
    action: (typeof permissionCatalogue)['Roles']['Roles'][number],
    session: Session,
    id: string,
    patchOf: (scene: Scene) => Promise<Updateable<RolesTable> | undefined>,
    unique = named,
  ): Promise<Role> =>
    unlessTaken(
      write(db, { user: session.user.id }, async (writing) => {
        const { tx } = writing
        const standings = await lockStandings(writing, session, { roles: [id] })
        mustHoldOne(standings.session, [permission('Roles', 'Roles', action)])
        const found = standings.role(id)
        const patch = await patchOf({ ...standings, found, tx })
        if (found && patch) {
          await writing.update('roles', [found], patch)
          if (patch.status && patch.status !== 'active') {
            await endSessionsOfRole(tx, found.id, { looks: patch.status === 'deleted' })
          }
          // Last, so that a step-up is asked for what would otherwise be done.
          if (patch.permissions && holdsMore(standings, found)) {
            mustHaveSteppedUp(standings.session)
          }
        }
        return await present(tx, id)
      }),
      unique,
    )

  return {
    'roles.create': async ({ body, files: { image }, session }) => {
      const id = newId()
      const permissions = permissionsOf(body.permissions ?? [], false)
      const data = await pictures.keep(image, session.user.id, (url) =>
        unlessTaken(
          write(db, { user: session.user.id }, async (writing) => {
            const { session: now } = await lockStandings(writing, session, {})
            mustHoldWhatIsGranted(grantedBeyond(permissions, now.permissions), 'permissions')
            const role = {
              id,
              name: body.name,
              description: body.description ?? null,
              image: pictureOf(url, body.image, null) ?? null,
              permissions,
              status_before_deletion: null,
            }
            await writing.insert('roles', [role])
            return await present(writing.tx, id)
          }),
          named,
        ),
      )
      return { message: `Role “${data.name}” created`, data }
    },

    'roles.update': async ({ body, files: { image }, session }) => {
      let beyond = false
      const data = await pictures.keep(image, session.user.id, (url) =>
        change('update', session, body._id, async (scene) => {
          const role = mustBeChangeable(scene.found)
          await mustBeCurrent(body.version, role, () => present(scene.tx, role.id))
          const permissions = body.permissions && permissionsOf(body.permissions, false)
          if (permissions) {
            mustMayPermit(scene, role, permissions, await countActiveHolders(scene.tx, role.id))
          }
          const looks = differing(role, {
            name: body.name,
            description: body.description,
            image: pictureOf(url, body.image, role.image),
          })
          if (looks) mustHoldAll(scene.session, role, 'change')
          const permits =
            permissions && differ(role.permissions, permissions) ? { permissions } : undefined
          beyond = permits !== undefined && holdsMore(scene, role)
          return looks || permits ? { ...looks, ...permits } : undefined
        }),
      )
      if (beyond) {
        tellOwners(session, {
          subject: 'The permissions of a role were changed',
          did: `changed what the role “${data.name}” permits, which holds more than their own role`,
        })
      }
      return { message: `Role “${data.name}” saved`, data }
    },

    'roles.updateImage': async ({ body, files: { image }, session }) => {
      if (!image && body.image === undefined) throw invalidField('image', 'is required')
      const data = await pictures.keep(image, session.user.id, (url) =>
        change('update', session, body._id, async ({ found, session: now }) => {
          const role = mustBeChangeable(found)
          mustHoldAll(now, role, 'change')
          return differing(role, { image: pictureOf(url, body.image, role.image) })
        }),
      )
      return { message: `Picture of “${data.name}” saved`, data }
    },

    'roles.updateStatus': async ({ body, session }) => {
      const data = await change('status', session, body._id, async (scene) => {
        const role = mustBeChangeable(scene.found)
        if (role.status === body.status) return undefined
        mustMaySetStatus(scene, role, body.status, await countActiveHolders(scene.tx, role.id))
        return { status: body.status }
      })
      return { message: `Role “${data.name}” is ${data.status}`, data }
    },

    'roles.delete': async ({ params, session }) => {
      const data = await change('delete', session, params.id, async ({ found, tx }) => {
        const role = mustBeChangeable(found)
        mustNotBeHeld(role, await countActiveHolders(tx, role.id))
        const before = role.status === 'inactive' ? 'inactive' : 'active'
        return { status: 'deleted', status_before_deletion: before }
      })
      return { message: `Role “${data.name}” deleted`, data }
    },

    'roles.restore': async ({ params, query, body, session }) => {
      const role = await change(
        'restore',
        session,
        params.id,
        async (scene) => {
          const role = mustExist(scene.found)
          if (role.status !== 'deleted') return undefined
          const status = role.status_before_deletion === 'inactive' ? 'inactive' : 'active'
          // Nobody active holds a deleted role, but for the one whom the command line unblocked.
          if (status === 'active') {
            mustMaySetStatus(scene, role, status, await countActiveHolders(scene.tx, role.id))
          }
          return { status, status_before_deletion: null }
        },
        namedAgain,
      )
      const page = body.page ?? query.page ?? 1
      const limit = body.limit ?? query.limit ?? 25
      const list = await listRoles(db, { page, limit, sort: '-createdAt', name: '' }, ['deleted'])
      return {
        message: `Role “${role.name}” restored`,
        data: { role, roles: list.rows.map(roleView), pagination: list.pagination },
      }
    },
  }
}

async function present(db: Db, id: string): Promise<Role> {
  return roleView(mustExist(await findRole(db, id)))
}

const differ = (...[before, after]: Parameters<typeof grantedBeyond>): boolean =>
  grantedIn(before).length !== grantedIn(after).length || grantedBeyond(before, after).length > 0
