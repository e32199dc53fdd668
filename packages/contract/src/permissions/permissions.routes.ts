import type { Routes } from '../calls/route.ts'
import { permission } from './permission.ts'

/** Permissions: one's own, and who holds or can grant one (specification section 7). */
export const permissionsRoutes = {
  'permissions.own': {
    method: 'GET',
    path: 'admin/dashboard-user/role/details',
    needs: 'session',
  },
  'permissions.why': { method: 'GET', path: 'admin/permissions/why', needs: 'session' },
  'permissions.holders': {
    method: 'GET',
    path: 'admin/permissions/holders',
    needs: [permission('Roles', 'Roles', 'list')],
  },
} as const satisfies Routes
