import type { Role } from '@steward/contract/roles/roles'
import { roleFields } from '@steward/contract/roles/roles.fields'
import { viewOf } from '../records/view.ts'
import { permissionsOf } from './permissions.rules.ts'
import type { RoleRow } from './roles.store.ts'

/** A role as the contract has it. */
export const roleView = viewOf<RoleRow, Role>(roleFields, {
  permissions: (row) => permissionsOf(row.permissions, row.system),
  version: (row) => row.version,
})
