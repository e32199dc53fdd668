import type { BodyOf, DataOf } from '@steward/contract/calls/endpoints'
import { grantedBeyond, type Permission } from '@steward/contract/permissions/permissions'
import type { Db } from '../../db/connection/connection.ts'
import { findRoleHolders, findRoleUses } from './holders.store.ts'
import { firstCountedDay } from './permission-uses.store.ts'
import { permissionsOf } from './permissions.rules.ts'
import { mustBeChangeable } from './roles.rules.ts'
import { findRole } from './roles.store.ts'

/** How the people of a role would be affected by changed permissions. */
export async function roleEffect(
  db: Db,
  { _id, permissions }: BodyOf<'roles.effect'>,
): Promise<DataOf<'roles.effect'>> {
  const role = mustBeChangeable(await findRole(db, _id))
  const before = permissionsOf(role.permissions, role.system)
  const lost = grantedBeyond(before, permissions)
  const since = firstCountedDay()
  const [holders, uses] = await Promise.all([
    findRoleHolders(db, role.id),
    findRoleUses(db, role.id, lost, since),
  ])
  const activeCount = holders[0]?.active ?? 0
  const moved = (permission: Permission) => ({ permission, people: activeCount })
  return {
    people: holders,
    peopleCount: holders[0]?.total ?? 0,
    activeCount,
    gained: grantedBeyond(permissions, before).map(moved),
    lost: lost.map(moved),
    since,
    refused: uses,
    refusedCount: uses[0]?.total ?? 0,
  }
}
