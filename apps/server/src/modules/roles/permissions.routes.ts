import type { Permission } from '@steward/contract/permissions/permissions'
import type { Db } from '../../db/connection/connection.ts'
import { hasPermission } from '../../http/authorize.ts'
import type { HandlersOf } from '../../http/routes.ts'
import { findGranters, findGrantingRoles, findHolders } from './holders.store.ts'

/** Handlers that show who holds a permission (specification section 7). */
export const permissionsHandlers = (db: Db): HandlersOf<'permissions'> => ({
  'permissions.own': async ({ session: { permissions, conditions, fieldRules } }) => ({
    data: permissions,
    conditions: [...conditions],
    fieldRules: [...fieldRules],
  }),
  'permissions.why': async ({ query, session }) => {
    const permission = query as Permission
    const granters = await findGranters(db, permission)
    const role = (session.impersonation ?? session.role).name
    return { data: { permission, held: hasPermission(session, permission), role, granters } }
  },
  'permissions.holders': async ({ query, session: { scope } }) => {
    const permission = query as Permission
    const [roles, { people, count }, granters] = await Promise.all([
      findGrantingRoles(db, permission, scope),
      findHolders(db, permission),
      findGranters(db, permission),
    ])
    return { data: { permission, roles, people, peopleCount: count, granters } }
  },
})
