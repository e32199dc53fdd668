import { permission } from '@steward/contract/permissions'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connection.ts'
import { write } from '../../db/write.ts'
import { mustHoldOne } from '../../http/authorize.ts'
import { Failure } from '../../http/failure.ts'
import type { Handlers } from '../../http/routes.ts'
import { endIdleSessions } from '../auth/sessions.store.ts'
import { lockStandings } from './authority.store.ts'
import { mustHoldAll } from './grants.rules.ts'
import { findRole } from './roles.store.ts'
import { roleView } from './roles.view.ts'

/** How the people of a role are held to be safe: second factor, sessions, idle time. */
export function roleSecurityHandlers(
  db: Db,
  { sessionIdleMinutes }: Pick<Config, 'sessionIdleMinutes'>,
): Handlers<'roles.updateSecurity'> {
  return {
    'roles.updateSecurity': async ({ body, session }) => {
      await write(db, { user: session.user.id }, async (writing) => {
        const { tx, update } = writing
        const standings = await lockStandings(writing, session, { roles: [body._id] })
        const role = standings.role(body._id)
        if (!role || role.status === 'deleted') {
          throw new Failure('not_found', 'There is no such role.')
        }
        if (role.system) {
          throw new Failure('unsafe', 'Nobody can change the owner role.')
        }
        mustHoldOne(standings.session, [permission('Roles', 'Roles', 'update')])
        mustHoldAll(standings.session, role, 'change')
        if (body.version !== undefined && body.version !== role.version) {
          const current = await findRole(tx, body._id)
          throw new Failure(
            'out_of_date',
            'Somebody else has changed this role since. Please look at it as it stands now.',
            { data: current && roleView(current) },
          )
        }
        const { requireSecondFactor, maxSessions, idleMinutes } = body
        const patch = {
          ...(requireSecondFactor === undefined
            ? {}
            : { require_second_factor: requireSecondFactor }),
          ...(maxSessions === undefined ? {} : { max_sessions: maxSessions }),
          ...(idleMinutes === undefined ? {} : { idle_minutes: idleMinutes }),
        }
        if (idleMinutes !== undefined) await endIdleSessions(tx, role.id, sessionIdleMinutes)
        if (Object.keys(patch).length > 0) await update('roles', [role], patch)
      })
      const role = await findRole(db, body._id)
      if (!role) throw new Failure('not_found', 'There is no such role.')
      return { message: 'Role saved', data: roleView(role) }
    },
  }
}
