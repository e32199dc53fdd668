import type { Config } from '../../config.ts'
import { notFound } from '../../http/common-failures.ts'
import { Failure } from '../../http/failure.ts'
import type { Handlers } from '../../http/routes.ts'
import { endIdleSessions } from '../auth/session-revocation.store.ts'
import { mustHoldRole } from './roles.rules.ts'
import { changeRole, type RoleContext } from './roles.service.ts'
import { findRole } from './roles.store.ts'
import { roleView } from './roles.view.ts'

/** How the people of a role are held to be safe: second factor, sessions, idle time. */
export function roleSecurityHandlers(
  context: Pick<RoleContext, 'db' | 'notifyOwners'>,
  { sessionIdleMinutes }: Pick<Config, 'sessionIdleMinutes'>,
): Handlers<'roles.updateSecurity'> {
  return {
    'roles.updateSecurity': async ({ body, session }) => {
      const { requireSecondFactor, maxSessions, idleMinutes } = body
      const data = await changeRole(context, session, body._id, {
        action: 'update',
        decide: async (change) => {
          const { found: role, tx } = change
          if (!role || role.status === 'deleted') throw notFound('There is no such role.')
          if (role.system) throw new Failure('unsafe', 'The owner role can’t be changed.')
          mustHoldRole(change, role)
          if (body.version !== undefined && body.version !== role.version) {
            const current = await findRole(tx, body._id)
            throw new Failure(
              'out_of_date',
              'Somebody else has changed this role since you opened it. Review the changes, then save again.',
              { data: current && roleView(current) },
            )
          }
          if (idleMinutes !== undefined) await endIdleSessions(tx, role.id, sessionIdleMinutes)
          const patch = {
            ...(requireSecondFactor === undefined
              ? {}
              : { require_second_factor: requireSecondFactor }),
            ...(maxSessions === undefined ? {} : { max_sessions: maxSessions }),
            ...(idleMinutes === undefined ? {} : { idle_minutes: idleMinutes }),
          }
          return Object.keys(patch).length > 0 ? patch : undefined
        },
      })
      return { message: 'Role saved', data }
    },
  }
}
