import { areas, type Counted } from './areas.ts'
import { permission } from './permissions.ts'
import type { Routes } from './route.ts'

const overview = [permission('Dashboard', 'Overview', 'list')] as const

// People come first on the dashboard.
const { roles, users, ...others } = areas

/** What the dashboard counts. Nothing deleted is counted; `polls` holds surveys too. */
export const counted: readonly Counted[] = [users, roles, ...Object.values(others)].flatMap(
  (area): readonly Counted[] => area.counted,
)

/** Dashboard and permissions (specification section 7). */
export const dashboardRoutes = {
  'dashboard.counts': { method: 'GET', path: 'admin/dashboard', needs: overview },
  'dashboard.roles': { method: 'GET', path: 'admin/dashboard-user/role', needs: overview },
} as const satisfies Routes
