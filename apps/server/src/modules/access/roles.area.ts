import type { Role } from '@steward/contract/roles'
import { among } from '../../db/listing.ts'
import { defineArea } from '../area.ts'
import { flag, number, recordColumns, text } from '../export-columns.ts'
import { type RoleRow, roleListing } from './roles.store.ts'
import { roleView } from './roles.view.ts'

/** Roles, as exports and the dashboard know them. */
export const rolesArea = defineArea<'roles', RoleRow, Role>('roles', {
  listing: roleListing,
  conditions: () => among('status', ['active', 'inactive']),
  view: roleView,
  columns: {
    ...recordColumns,
    name: text('Name', (role) => role.name),
    description: text('Description', (role) => role.description),
    status: text('Status', (role) => role.status),
    userCount: number('People', (role) => role.userCount),
    system: flag('Owner role', (role) => role.system),
  },
  lists: {
    inactiveRoles: { conditions: () => among('status', ['inactive']) },
    deletedRoles: { conditions: () => among('status', ['deleted']) },
  },
})
