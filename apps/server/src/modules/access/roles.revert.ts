import type { PermissionModule } from '@steward/contract/permissions'
import { requireStepUp } from '../../http/authorize.ts'
import { endSessionsOfRole } from '../auth/session-revocation.store.ts'
import type { Revert, Reverting } from '../revert.ts'
import { type Authorities, lockAuthorities } from './authority.store.ts'
import {
  holdsMore,
  mustBeChangeable,
  mustExist,
  mustHoldRole,
  mustMayPermit,
  mustMaySetStatus,
  mustNotBeHeld,
} from './roles.rules.ts'
import { countActiveHolders, type RolePatch, type RoleRecord, updateRole } from './roles.store.ts'

/** Undoing changes of roles, under the rules of who may change which. */
export const roleRevert = {
  delete: (at, id) =>
    change(at, id, async (_authorities, found, holders) => {
      const role = mustBeChangeable(found)
      mustNotBeHeld(role, holders)
      return {
        status: 'deleted',
        status_before_deletion: role.status === 'inactive' ? 'inactive' : 'active',
        deleted_at: new Date().toISOString(),
      }
    }),
  restore: (at, id) =>
    change(at, id, async (authorities, role, holders) => {
      const status = role.status_before_deletion === 'inactive' ? 'inactive' : 'active'
      if (status === 'active') mustMaySetStatus(authorities, role, status, holders)
      return { status, status_before_deletion: null, deleted_at: null }
    }),
  update: (at, id, columns) =>
    change(at, id, async (authorities, found, holders) => {
      const role = mustBeChangeable(found)
      const { permissions, status, ...others } = columns
      if (permissions !== undefined) {
        mustMayPermit(authorities, role, permissions as PermissionModule[], holders)
      }
      if (status !== undefined) {
        mustMaySetStatus(authorities, role, status as 'active' | 'inactive', holders)
      }
      if (Object.keys(others).length > 0) mustHoldRole(authorities, role)
      return columns as RolePatch
    }),
} satisfies Revert

async function change(
  { writing, session, after }: Reverting,
  id: string,
  decide: (authorities: Authorities, role: RoleRecord, holders: number) => Promise<RolePatch>,
): Promise<void> {
  const { tx } = writing
  const authorities = await lockAuthorities(writing, session, { roles: [id] })
  const role = mustExist(authorities.role(id))
  const patch = await decide(authorities, role, await countActiveHolders(tx, role.id))
  await updateRole(writing, role, patch)
  if (patch.status && patch.status !== 'active') {
    await endSessionsOfRole(tx, role.id, { impersonations: patch.status === 'deleted' })
  }
  if (!patch.permissions || !holdsMore(authorities, role)) return
  requireStepUp(authorities.session)
  const did = `changed what the role “${role.name}” permits, which holds more than their own role`
  after.push({ ownerNotice: { subject: 'The permissions of a role were changed', did } })
}
