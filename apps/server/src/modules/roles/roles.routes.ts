import { msg } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import { currentRecords } from '../../db/list/source.ts'
import { invalidField, notFound, unsafe } from '../../http/failure.ts'
import type { HandlersOf } from '../../http/handler.ts'
import { readImageField } from '../../http/image-field.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { endIdleSessions } from '../authentication/sessions.store.ts'
import { changedColumns, checkVersion } from '../records/checks.ts'
import { roleEffect } from './holders.store.ts'
import { rolesToGive } from './permissions.rules.ts'
import { impersonateRole } from './role-impersonation.service.ts'
import { mustBeChangeable, mustHoldRole } from './roles.rules.ts'
import {
  changeRole,
  createRole,
  deletesRole,
  editRole,
  present,
  purgeRole,
  restoresRole,
  roleView,
  setsStatus,
} from './roles.service.ts'
import {
  findActiveRoles,
  listRoles,
  type RoleRow,
  type RolesQuery,
  statusesOf,
} from './roles.store.ts'

/** Handlers of roles (specification sections 4 and 7). */
export function rolesHandlers(services: Services): Omit<HandlersOf<'roles'>, 'roles.replay'> {
  const { db, config, pictures, snapshots, flushUses } = services
  const list = async (
    session: Session,
    query: RolesQuery,
    statuses: readonly RoleRow['status'][],
  ) => {
    const { rows, pagination } = await snapshots.read('roles', session, query.asOf, (source) =>
      listRoles(source, query, statuses),
    )
    return { data: { roles: rows.map((row) => roleView(row)), pagination } }
  }
  return {
    'roles.list': ({ query, session }) => list(session, query, statusesOf[query.deleted]),
    'roles.listInactive': ({ query, session }) => list(session, query, ['inactive']),
    'roles.listDeleted': ({ query, session }) => list(session, query, ['deleted']),
    'roles.listAssignable': async ({ session }) => {
      const roles = rolesToGive(await findActiveRoles(db), session)
      return { data: roles.map(({ id, name, image }) => ({ _id: id, name, image })) }
    },
    'roles.create': async ({ session, ...sent }) => {
      const data = await createRole(services, session, sent)
      return { message: say('Role “{name}” created', { name: data.name }), data }
    },
    'roles.update': async ({ session, ...sent }) => {
      const data = await editRole(services, session, sent)
      return { message: say('Role “{name}” saved', { name: data.name }), data }
    },
    'roles.updateImage': async ({ body, files: { image }, session }) => {
      if (!image && body.image === undefined) throw invalidField('image', 'is required')
      const data = await pictures.keep(image, session.user.id, (url) =>
        changeRole(services, session, body._id, 'update', (change) => {
          const role = mustBeChangeable(change.found)
          mustHoldRole(change, role)
          return changedColumns(role, { image: readImageField(url, body.image, role.image) })
        }),
      )
      return { message: say('Picture of “{name}” saved', { name: data.name }), data }
    },
    'roles.updateStatus': async ({ body: { _id, status }, session }) => {
      const data = await changeRole(services, session, _id, 'status', setsStatus(status))
      const message = say('Role “{name}” is {status, select, active {active} other {inactive}}', {
        name: data.name,
        status: data.status,
      })
      return { message, data }
    },
    'roles.updateSecurity': async ({ body, session }) => {
      const data = await changeRole(services, session, body._id, 'update', async (change) => {
        const { found: role, tx } = change
        if (!role || role.status === 'deleted') throw notFound('There is no such role.')
        if (role.system) throw unsafe('The owner role can’t be changed.')
        mustHoldRole(change, role)
        await checkVersion(body.version, role, () => present(tx, role.id), msg('this role'))
        if (body.idleMinutes !== undefined)
          await endIdleSessions(tx, role.id, config.sessionIdleMinutes)
        return changedColumns(role, {
          require_second_factor: body.requireSecondFactor,
          max_sessions: body.maxSessions,
          idle_minutes: body.idleMinutes,
        })
      })
      return { message: 'Role saved', data }
    },
    'roles.delete': async ({ params, session }) => {
      const data = await changeRole(services, session, params.id, 'delete', deletesRole)
      return { message: say('Role “{name}” deleted', { name: data.name }), data }
    },
    'roles.restore': async ({ params, query, body, session }) => {
      const role = await changeRole(services, session, params.id, 'restore', restoresRole)
      const page = body.page ?? query.page ?? 1
      const limit = body.limit ?? query.limit ?? 25
      const first = { page, limit, sort: '-createdAt', name: '' } as const
      const { rows, pagination } = await listRoles(currentRecords(db), first, ['deleted'])
      return {
        message: say('Role “{name}” restored', { name: role.name }),
        data: { role, roles: rows.map((row) => roleView(row)), pagination },
      }
    },
    'roles.purge': async ({ params, session }) => {
      const name = await purgeRole(db, session, params.id)
      return { message: say('Role “{name}” deleted permanently', { name }), data: {} }
    },
    'roles.effect': async ({ body, session }) => {
      await flushUses()
      return { data: await roleEffect(db, body, session.scope) }
    },
    'roles.preview': async (call) => {
      const data = await impersonateRole(db, call)
      return { message: say('Viewing as the role “{name}”', { name: data.role.name }), data }
    },
  }
}
