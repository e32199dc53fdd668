import { permission } from '@steward/contract/permissions/permissions'
import { say } from '@steward/i18n/sentence'
import { requirePermission } from '../../http/authorize.ts'
import { notFound } from '../../http/failure.ts'
import type { HandlersOf } from '../../http/handler.ts'
import type { Services } from '../../services.ts'
import { requireFor } from '../records/record-permission.ts'
import { findAnyUser } from '../users/users.store.ts'
import { endForHolder, giveUntil } from './temporary-roles.service.ts'
import { listTemporaryRoles } from './temporary-roles.store.ts'

/** Handlers of roles that people have until a time, beside their own. */
export function temporaryRolesHandlers(services: Services): HandlersOf<'temporaryRoles'> {
  const { db } = services
  return {
    'temporaryRoles.list': async ({ params: { id }, session }) => {
      const user = await findAnyUser(db, id, session.scope)
      if (user?.type !== 'admin' || user.deleted_at !== null)
        throw notFound('There is no such admin.')
      const view = permission('Users', 'Admins', 'view')
      requirePermission(session, view)
      await requireFor(db, session, [view], { area: 'users', id: user.id, title: user.name })
      return { data: { temporaryRoles: await listTemporaryRoles(db, user.id) } }
    },
    'temporaryRoles.give': async ({ params: { id }, body, session }) => {
      const { name, given } = await giveUntil(services, session, id, body)
      return {
        message: say('{name} has the role “{role}” too', { name, role: given.role.name }),
        data: given,
      }
    },
    'temporaryRoles.end': async ({ params: { id }, session }) => ({
      message: 'Temporary role ended',
      data: await endForHolder(services, session, id),
    }),
  }
}
