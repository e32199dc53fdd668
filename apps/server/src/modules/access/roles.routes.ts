import type { EndpointName } from '@steward/contract/calls/routes'
import type { Deletion } from '@steward/contract/lists/listing'
import { grantedBeyond } from '@steward/contract/permissions/permissions'
import { currentRecords } from '../../db/list/source.ts'
import { invalidField } from '../../http/common-failures.ts'
import { readImageField } from '../../http/image-field.ts'
import type { Handlers } from '../../http/routes.ts'
import type { Session } from '../../http/session.ts'
import { changedColumns } from '../records/checks.ts'
import type { Snapshots } from '../time-travel/time-travel.service.ts'
import { permissionsOf } from './permissions.rules.ts'
import { roleEffect } from './role-effect.routes.ts'
import { roleImpersonation } from './role-impersonation.routes.ts'
import { purgeRole } from './roles.purge.ts'
import { mustBeChangeable, mustHoldRole } from './roles.rules.ts'
import {
  changeRole,
  createRole,
  deletesRole,
  editRole,
  type RoleContext,
  restoreRole,
  setsStatus,
} from './roles.service.ts'
import { findActiveRoles, listRoles, type RoleRow, type RolesQuery } from './roles.store.ts'
import { roleView } from './roles.view.ts'

/** The states of roles that a list shows. */
const statusesOf = {
  none: ['active', 'inactive'],
  only: ['deleted'],
  all: ['active', 'inactive', 'deleted'],
} as const satisfies Record<Deletion, RoleRow['status'][]>

/**
 * Roles (specification sections 4 and 7, Roles; contract, Rules).
 * @param flushUses writes the counts of requests that still wait in memory
 */
export function rolesHandlers(
  context: RoleContext,
  snapshots: Snapshots,
  flushUses: () => Promise<void>,
): Handlers<Exclude<Extract<EndpointName, `roles.${string}`>, 'roles.updateSecurity'>> {
  const { db, pictures } = context
  const list = async (
    session: Session,
    query: RolesQuery,
    statuses: readonly RoleRow['status'][],
  ) => {
    const { rows, pagination } = await snapshots.read('roles', session, query.asOf, (source) =>
      listRoles(source, query, statuses),
    )
    return { data: { roles: rows.map(roleView), pagination } }
  }
  return {
    'roles.list': ({ query, session }) => list(session, query, statusesOf[query.deleted]),
    'roles.listInactive': ({ query, session }) => list(session, query, ['inactive']),
    'roles.listDeleted': ({ query, session }) => list(session, query, ['deleted']),
    'roles.listAssignable': async ({ session }) => {
      const mayGive = ({ permissions, system }: Pick<RoleRow, 'permissions' | 'system'>) =>
        (session.owner || !system) &&
        grantedBeyond(permissionsOf(permissions, system), session.permissions).length === 0
      const roles = (await findActiveRoles(db)).filter(mayGive)
      return { data: roles.map(({ id, name, image }) => ({ _id: id, name, image })) }
    },
    'roles.create': async ({ session, ...sent }) => {
      const data = await createRole(context, session, sent)
      return { message: `Role “${data.name}” created`, data }
    },
    'roles.update': async ({ session, ...sent }) => {
      const data = await editRole(context, session, sent)
      return { message: `Role “${data.name}” saved`, data }
    },
    'roles.updateImage': async ({ body, files: { image }, session }) => {
      if (!image && body.image === undefined) throw invalidField('image', 'is required')
      const data = await pictures.keep(image, session.user.id, (url) =>
        changeRole(context, session, body._id, {
          action: 'update',
          decide: (change) => {
            const role = mustBeChangeable(change.found)
            mustHoldRole(change, role)
            return changedColumns(role, { image: readImageField(url, body.image, role.image) })
          },
        }),
      )
      return { message: `Picture of “${data.name}” saved`, data }
    },
    'roles.updateStatus': async ({ body: { _id, status }, session }) => {
      const data = await changeRole(context, session, _id, {
        action: 'status',
        decide: setsStatus(status),
      })
      return { message: `Role “${data.name}” is ${data.status}`, data }
    },
    'roles.delete': async ({ params, session }) => {
      const data = await changeRole(context, session, params.id, {
        action: 'delete',
        decide: deletesRole,
      })
      return { message: `Role “${data.name}” deleted`, data }
    },
    'roles.restore': async ({ params, query, body, session }) => {
      const role = await restoreRole(context, session, params.id)
      const page = body.page ?? query.page ?? 1
      const limit = body.limit ?? query.limit ?? 25
      const list = await listRoles(
        currentRecords(db),
        { page, limit, sort: '-createdAt', name: '' },
        ['deleted'],
      )
      return {
        message: `Role “${role.name}” restored`,
        data: { role, roles: list.rows.map(roleView), pagination: list.pagination },
      }
    },
    'roles.purge': async ({ params, session }) => {
      const name = await purgeRole(db, session, params.id)
      return { message: `Role “${name}” deleted permanently`, data: {} }
    },
    ...roleEffect(db, flushUses),
    ...roleImpersonation(db),
  }
}
