import type { Routes } from '../calls/route.ts'
import { permission } from '../permissions/permission.ts'

const overview = [permission('Dashboard', 'Overview', 'list')] as const

/** Dashboard and permissions (specification section 7). */
export const dashboardRoutes = {
  'dashboard.counts': { method: 'GET', path: 'admin/dashboard', needs: overview },
  'dashboard.waiting': { method: 'GET', path: 'admin/dashboard/waiting', needs: overview },
  'dashboard.roles': { method: 'GET', path: 'admin/dashboard-user/role', needs: overview },
} as const satisfies Routes

/** How long before it is due a task waits for its person; milliseconds. */
export const dueSoonMs = 86_400_000
