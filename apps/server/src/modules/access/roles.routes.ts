import type { QueryOf } from '@steward/contract/endpoints'
import { grantedBeyond } from '@steward/contract/permissions'
import type { EndpointName } from '@steward/contract/routes'
import type { Db } from '../../db/connection.ts'
import type { Pictures } from '../../files/pictures.ts'
import type { Handlers } from '../../http/routes.ts'
import type { TellOwners } from './owner-notices.ts'
import { roleEffect } from './role-effect.routes.ts'
import { rolePreview } from './role-impersonation.routes.ts'
import { rolesChanges } from './roles.service.ts'
import { findActiveRoles, listRoles, type RoleRow } from './roles.store.ts'
import { permissionsOf, roleView } from './roles.view.ts'

/**
 * Roles (specification section 7, Roles).
 * @param settle writes the counts of requests that still wait in memory
 * @param tellOwners tells the owners of a change beyond the own permissions
 */
export function rolesHandlers(
  db: Db,
  pictures: Pictures,
  settle: () => Promise<void>,
  tellOwners: TellOwners,
): Handlers<Exclude<Extract<EndpointName, `roles.${string}`>, 'roles.updateSecurity'>> {
  const list = async (query: QueryOf<'roles.list'>, statuses: RoleRow['status'][]) => {
    const { rows, pagination } = await listRoles(db, query, statuses)
    return { data: { roles: rows.map(roleView), pagination } }
  }
  return {
    'roles.list': ({ query }) => list(query, ['active', 'inactive']),
    'roles.listInactive': ({ query }) => list(query, ['inactive']),
    'roles.listDeleted': ({ query }) => list(query, ['deleted']),
    'roles.listAssignable': async ({ session }) => {
      const mayGive = ({ permissions, system }: Pick<RoleRow, 'permissions' | 'system'>) =>
        (session.owner || !system) &&
        grantedBeyond(permissionsOf(permissions, system), session.permissions).length === 0
      const roles = (await findActiveRoles(db)).filter(mayGive)
      return { data: roles.map(({ id, name, image }) => ({ _id: id, name, image })) }
    },
    ...rolesChanges(db, pictures, tellOwners),
    ...roleEffect(db, settle),
    ...rolePreview(db),
  }
}
