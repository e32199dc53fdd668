import type { Role } from '@steward/contract/roles/roles'
import { roleFields } from '@steward/contract/roles/roles.fields'
import { defineArea } from '../records/area.ts'
import { exportColumnsOf } from '../records/files.ts'
import { purgeRoles } from './roles.purge.ts'
import { roleRevert } from './roles.revert.ts'
import { type RoleRow, roleConditions, roleListing } from './roles.store.ts'
import { roleView } from './roles.view.ts'

const statusesOf = {
  none: ['active', 'inactive'],
  only: ['deleted'],
  all: ['active', 'inactive', 'deleted'],
} as const

/** Roles, as exports and the dashboard know them. */
export const rolesArea = defineArea<'roles', RoleRow, Role>('roles', {
  listing: roleListing,
  conditions: (query) => roleConditions(query, statusesOf[query.deleted ?? 'none']),
  view: roleView,
  columns: exportColumnsOf(roleFields),
  purge: purgeRoles,
  revert: roleRevert,
  lists: {
    inactiveRoles: { conditions: (query) => roleConditions(query, ['inactive']) },
    deletedRoles: { conditions: (query) => roleConditions(query, ['deleted']) },
  },
})
