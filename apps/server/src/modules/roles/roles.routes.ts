import type { QueryOf } from '@steward/contract/endpoints'
import type { Db } from '../../db/connection.ts'
import type { Handlers } from '../../http/routes.ts'
import { listRoles, type RoleRow } from './roles.store.ts'
import { roleView } from './roles.view.ts'

/** Roles (specification section 7, Roles). */
export function rolesHandlers(
  db: Db,
): Handlers<'roles.list' | 'roles.listInactive' | 'roles.listDeleted'> {
  const list = async (query: QueryOf<'roles.list'>, statuses: RoleRow['status'][]) => {
    const { rows, pagination } = await listRoles(db, query, statuses)
    return { data: { roles: rows.map(roleView), pagination } }
  }
  return {
    'roles.list': ({ query }) => list(query, ['active', 'inactive']),
    'roles.listInactive': ({ query }) => list(query, ['inactive']),
    'roles.listDeleted': ({ query }) => list(query, ['deleted']),
  }
}
