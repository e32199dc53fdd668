import { get, type Routes } from '../calls/route.ts'
import { permission } from '../permissions/permission.ts'

const overview = [permission('Dashboard', 'Overview', 'list')] as const

/** Specification section 7. */
export const dashboardRoutes = {
  'dashboard.counts': get('admin/dashboard', overview),
  'dashboard.waiting': get('admin/dashboard/waiting', overview),
  'dashboard.roles': get('admin/dashboard-user/role', overview),
} as const satisfies Routes

/** Before a task is due it waits for its person. */
export const dueSoonMs = 86_400_000
