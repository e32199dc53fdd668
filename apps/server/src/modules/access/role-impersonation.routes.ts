import { grantedBeyond } from '@steward/contract/permissions/permissions'
import type { Db } from '../../db/connection/connection.ts'
import { auditEvent } from '../../db/write/audit.ts'
import { notFound } from '../../http/common-failures.ts'
import type { Handlers } from '../../http/routes.ts'
import { accountOf, actorOf, sessionEnded } from '../../http/session.ts'
import { createImpersonation } from '../auth/sessions.store.ts'
import { hashToken, newToken } from '../auth/tokens.ts'
import { impersonatedPermissions, permissionsOf } from './permissions.rules.ts'
import { findRole } from './roles.store.ts'

/**
 * Impersonation of a role ("view as role"): a session beside one's own that holds what both roles
 * permit and changes nothing. It ends by its own logout, with one's own session, and as soon as one
 * may not impersonate any more (decision 10).
 */
export function roleImpersonation(db: Db): Handlers<'roles.preview'> {
  return {
    'roles.preview': async ({ body, session, ip, userAgent }) => {
      const role = await findRole(db, body._id)
      if (!role) throw notFound('There is no such role.')
      if (role.status === 'deleted') {
        throw notFound(`The role “${role.name}” has been deleted. Restore it first.`)
      }
      const token = newToken()
      const made = await db.transaction().execute(async (tx) => {
        await auditEvent(tx, actorOf(session), {
          action: 'sign-in',
          area: 'accounts',
          record: accountOf(session),
          detail: `Viewing as the role “${role.name}”`,
        })
        return await createImpersonation(tx, {
          tokenHash: hashToken(token),
          parentId: session.id,
          roleId: role.id,
          ip,
          userAgent,
        })
      })
      if (!made) throw sessionEnded()
      const permitted = permissionsOf(role.permissions, role.system)
      return {
        message: `Viewing as the role “${role.name}”`,
        data: {
          token,
          tokenExpiry: session.expiresAt,
          role: { _id: role.id, name: role.name },
          permissions: impersonatedPermissions(session.permissions, permitted),
          missing: grantedBeyond(permitted, session.permissions),
        },
      }
    },
  }
}
