import type { Role } from '@steward/contract/roles'
import { defineArea } from '../area.ts'
import { flag, number, recordColumns, text } from '../export-columns.ts'
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
  columns: {
    ...recordColumns,
    name: text('Name', (role) => role.name),
    description: text('Description', (role) => role.description),
    status: text('Status', (role) => role.status),
    userCount: number('People', (role) => role.userCount),
    system: flag('Owner role', (role) => role.system),
  },
  purge: purgeRoles,
  revert: roleRevert,
  lists: {
    inactiveRoles: { conditions: (query) => roleConditions(query, ['inactive']) },
    deletedRoles: { conditions: (query) => roleConditions(query, ['deleted']) },
  },
})
