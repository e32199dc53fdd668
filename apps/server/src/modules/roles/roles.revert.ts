import { endIdleSessions } from '../authentication/sessions.store.ts'
import type { Revert, Reverting } from '../records/revert.ts'
import { rightsOfRole } from './permissions.rules.ts'
import {
  mustBeChangeable,
  mustHoldRole,
  requireMayPermit,
  requireMaySetStatus,
} from './roles.rules.ts'
import {
  activeHolders,
  changeRoleIn,
  type Decide,
  deletesRole,
  restoresRole,
} from './roles.service.ts'
import type { RolePatch, RoleRecord } from './roles.store.ts'

export const roleRevert = {
  delete: (at, id) => change(at, id, deletesRole),
  restore: (at, id) => change(at, id, restoresRole),
  update: (at, id, columns) =>
    change(at, id, async (change) => {
      const role = mustBeChangeable(change.found)
      const holders = await activeHolders(change, role)
      const { permissions, conditions, field_rules, status, ...others } = columns as RolePatch
      if (permissions || conditions || field_rules) {
        const rights = rightsOfRole({ ...role, ...columns } as RoleRecord)
        requireMayPermit(change, role, rights, holders)
      }
      if (status !== undefined) {
        requireMaySetStatus(change, role, status as 'active' | 'inactive', holders)
      }
      if (Object.keys(others).length > 0) mustHoldRole(change, role)
      if ('idle_minutes' in others) await endIdleSessions(change.tx, role.id, at.sessionIdleMinutes)
      return columns as RolePatch
    }),
} satisfies Revert

async function change({ writing, session, notices }: Reverting, id: string, decide: Decide) {
  notices.push(...(await changeRoleIn(writing, session, id, decide)))
}
