import type { PermissionModule } from '@steward/contract/permissions/permissions'
import { endIdleSessions } from '../auth/session-revocation.store.ts'
import type { Revert, Reverting } from '../records/revert.ts'
import { mustBeChangeable, mustHoldRole, mustMayPermit, mustMaySetStatus } from './roles.rules.ts'
import { changeRoleIn, type Decide, deletesRole, restoresRole } from './roles.service.ts'
import { countActiveHolders, type RolePatch } from './roles.store.ts'

/** Undoing changes of roles, under the rules of who may change which. */
export const roleRevert = {
  delete: (at, id) => change(at, id, deletesRole),
  restore: (at, id) => change(at, id, restoresRole),
  update: (at, id, columns) =>
    change(at, id, async (authorities) => {
      const role = mustBeChangeable(authorities.found)
      const holders = await countActiveHolders(authorities.tx, role.id)
      const { permissions, status, ...others } = columns
      if (permissions !== undefined) {
        mustMayPermit(authorities, role, permissions as PermissionModule[], holders)
      }
      if (status !== undefined) {
        mustMaySetStatus(authorities, role, status as 'active' | 'inactive', holders)
      }
      if (Object.keys(others).length > 0) mustHoldRole(authorities, role)
      if ('idle_minutes' in others) {
        await endIdleSessions(authorities.tx, role.id, at.sessionIdleMinutes)
      }
      return columns as RolePatch
    }),
} satisfies Revert

async function change({ writing, session, after }: Reverting, id: string, decide: Decide) {
  const notices = await changeRoleIn(writing, session, id, decide)
  for (const ownerNotice of notices) after.push({ ownerNotice })
}
