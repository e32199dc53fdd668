import { get, type Routes } from '../calls/route.ts'
import { permission } from './permission.ts'

/** The routes of calls about permissions (specification section 7). */
export const permissionsRoutes = {
  'permissions.own': get('admin/dashboard-user/role/details', 'session'),
  'permissions.why': get('admin/permissions/why', 'session'),
  'permissions.holders': get('admin/permissions/holders', [permission('Roles', 'Roles', 'list')]),
} as const satisfies Routes
