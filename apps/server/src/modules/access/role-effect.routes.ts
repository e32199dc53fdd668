import { grantedBeyond, type Permission } from '@steward/contract/permissions/permissions'
import type { Db } from '../../db/connection/connection.ts'
import type { Handlers } from '../../http/routes.ts'
import { firstCountedDay } from './counted-days.ts'
import { permissionsOf } from './permissions.rules.ts'
import { findRoleHolders, findRoleUses } from './role-effect.store.ts'
import { mustBeChangeable } from './roles.rules.ts'
import { findRole } from './roles.store.ts'

/**
 * What other permissions would do to the people of a role.
 * @param flushUses writes the counts of requests that still wait in memory
 */
export function roleEffect(db: Db, flushUses: () => Promise<void>): Handlers<'roles.effect'> {
  return {
    'roles.effect': async ({ body }) => {
      const role = mustBeChangeable(await findRole(db, body._id))
      const before = permissionsOf(role.permissions, role.system)
      const gained = grantedBeyond(body.permissions, before)
      const lost = grantedBeyond(before, body.permissions)
      await flushUses()
      const since = firstCountedDay()
      const [holders, uses] = await Promise.all([
        findRoleHolders(db, role.id),
        findRoleUses(db, role.id, lost, since),
      ])
      const activeCount = holders[0]?.active ?? 0
      const moved = (permission: Permission) => ({ permission, people: activeCount })
      return {
        data: {
          people: holders.map(({ id, name, image, status }) => ({ _id: id, name, image, status })),
          peopleCount: holders[0]?.total ?? 0,
          activeCount,
          gained: gained.map(moved),
          lost: lost.map(moved),
          since,
          refused: uses.map(({ id, name, image, module, submodule, action, ...use }) => ({
            person: { _id: id, name, image },
            permission: { module, submodule, action },
            requests: use.requests,
            lastDay: use.last_day,
          })),
          refusedCount: uses[0]?.total ?? 0,
        },
      }
    },
  }
}
