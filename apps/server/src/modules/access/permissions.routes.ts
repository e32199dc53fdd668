import type { Permission } from '@steward/contract/permissions/permissions'
import type { Db } from '../../db/connection/connection.ts'
import { hasPermission } from '../../http/authorize.ts'
import type { Handlers } from '../../http/routes.ts'
import { findGranters, findGrantingRoles, findHolders, type GranterRow } from './granters.store.ts'

/** Permissions: one's own, and who holds or can grant one (specification section 7). */
export function permissionsHandlers(
  db: Db,
): Handlers<'permissions.own' | 'permissions.why' | 'permissions.holders'> {
  return {
    'permissions.own': async ({ session }) => ({ data: session.permissions }),
    'permissions.why': async ({ query, session }) => {
      const wanted = query as Permission
      const granters = await findGranters(db, wanted)
      return {
        data: {
          permission: wanted,
          held: hasPermission(session, wanted),
          role: (session.impersonation ?? session.role).name,
          granters: granters.map(granterView),
        },
      }
    },
    'permissions.holders': async ({ query }) => {
      const wanted = query as Permission
      const [roles, { people, count }, granters] = await Promise.all([
        findGrantingRoles(db, wanted),
        findHolders(db, wanted),
        findGranters(db, wanted),
      ])
      return {
        data: {
          permission: wanted,
          roles: roles.map(({ id, name, status, user_count }) => ({
            _id: id,
            name,
            status,
            userCount: user_count,
          })),
          people: people.map(granterView),
          peopleCount: count,
          granters: granters.map(granterView),
        },
      }
    },
  }
}

const granterView = ({ id, name, image, role_id, role_name }: GranterRow) => ({
  _id: id,
  name,
  image,
  role: { _id: role_id, name: role_name },
})
