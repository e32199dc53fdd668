import { accountsRoutes } from '../accounts/accounts.routes.ts'
import { profileRoutes } from '../accounts/profile.routes.ts'
import { secondFactorRoutes } from '../accounts/second-factor.routes.ts'
import { sessionRoutes } from '../accounts/session.routes.ts'
import { areaParts } from '../areas/area-parts.ts'
import { savedViewsRoutes } from '../lists/saved-views.routes.ts'
import { searchRoutes } from '../lists/search.routes.ts'
import { permissionsRoutes } from '../permissions/permissions.routes.ts'
import { exportsRoutes } from '../records/exports.routes.ts'
import { importsRoutes } from '../records/imports.routes.ts'
import { jobsRoutes } from '../records/jobs.routes.ts'
import { trashRoutes } from '../records/trash.routes.ts'
import { auditLogRoutes } from '../system/audit-log.routes.ts'
import { dashboardRoutes } from '../system/dashboard.routes.ts'
import { liveRoutes } from '../system/live.routes.ts'

type PartsOf = (typeof areaParts)[keyof typeof areaParts]['routes']
/** The intersection of the types of a union. */
type Together<T> = (T extends unknown ? (of: T) => void : never) extends (of: infer All) => void
  ? All
  : never

const ofAreas = Object.assign(
  {},
  ...Object.values(areaParts).map(({ routes }) => routes),
) as Together<PartsOf>

/** The routes of all calls, without schemas. */
export const routes = {
  ...sessionRoutes,
  ...accountsRoutes,
  ...profileRoutes,
  ...secondFactorRoutes,
  ...permissionsRoutes,
  ...dashboardRoutes,
  ...ofAreas,
  ...jobsRoutes,
  ...exportsRoutes,
  ...importsRoutes,
  ...auditLogRoutes,
  ...liveRoutes,
  ...trashRoutes,
  ...savedViewsRoutes,
  ...searchRoutes,
} as const

export type EndpointName = keyof typeof routes
