import { toldConditions } from '@steward/contract/permissions/joined-rights'
import {
  holds,
  type Permission,
  type PermissionModule,
  permissionModules,
  permissionName,
} from '@steward/contract/permissions/permissions'
import type { Db } from '../../db/connection/connection.ts'
import { hasPermission } from '../../http/authorize.ts'
import type { HandlersOf } from '../../http/handler.ts'
import type { Session } from '../../http/session.ts'
import { findGranters, findGrantingRoles, findHolders } from './holders.store.ts'

/** What somebody may do on any record; a loan on exact records isn't part of it (`loans.own`), one to make records is. */
const ownModules = ({ permissions, loans }: Session): PermissionModule[] => {
  const making = loans.filter(({ ids }) => ids === null)
  if (making.length === 0) return permissions
  const lent = new Set(making.map(({ permission }) => permissionName(permission)))
  return permissionModules((each) => holds(permissions, each) || lent.has(permissionName(each)))
}

/** Handlers that show who holds a permission (specification section 7). */
export const permissionsHandlers = (db: Db): HandlersOf<'permissions'> => ({
  'permissions.own': async ({ session }) => ({
    data: ownModules(session),
    conditions: toldConditions(session.conditions),
    fieldRules: [...session.fieldRules],
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
      findHolders(db, permission, scope),
      findGranters(db, permission),
    ])
    return { data: { permission, roles, people, peopleCount: count, granters } }
  },
})
