import type { Role } from '@steward/contract/roles/roles'
import { roleFields } from '@steward/contract/roles/roles.fields'
import { defineArea } from '../records/area.ts'
import { exportColumnsOf } from '../records/export-columns.ts'
import { roleRevert } from './roles.revert.ts'
import { purgeRoles, roleView } from './roles.service.ts'
import { type RoleRow, roleConditions, roleListing, statusesOf } from './roles.store.ts'

export const rolesArea = defineArea<'roles', RoleRow, Role>('roles', {
  listing: roleListing,
  // No permission on roles has a condition.
  filters: () => [],
  conditions: (query) => roleConditions(query, statusesOf[query.deleted ?? 'none']),
  view: roleView,
  columns: exportColumnsOf(roleFields),
  purge: purgeRoles,
  revert: roleRevert,
  lists: {
    inactiveRoles: { conditions: (query) => roleConditions(query, ['inactive']) },
    deletedRoles: { conditions: (query) => roleConditions(query, ['deleted']) },
  },
  search: {
    keys: ['name'],
    title: ['name'],
    detail: ['description'],
  },
})
