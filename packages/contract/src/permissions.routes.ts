import type { Routes } from './route.ts'

/** The permissions of the person signed in (specification section 7, Dashboard and permissions). */
export const permissionsRoutes = {
  'permissions.own': {
    method: 'GET',
    path: 'admin/dashboard-user/role/details',
    needs: 'session',
  },
} as const satisfies Routes
