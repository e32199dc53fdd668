import { get, type Routes } from '../calls/route.ts'
import { permission } from '../permissions/permission.ts'

const overview = [permission('Dashboard', 'Overview', 'list')] as const

/** The routes of the dashboard (specification section 7). */
export const dashboardRoutes = {
  'dashboard.counts': get('admin/dashboard', overview),
  'dashboard.waiting': get('admin/dashboard/waiting', overview),
  'dashboard.roles': get('admin/dashboard-user/role', overview),
} as const satisfies Routes

/** How long before it is due a task waits for its person, in milliseconds: one day. */
export const dueSoonMs = 86_400_000
