import { accountsRoutes } from './accounts.routes.ts'
import { auditLogRoutes } from './audit-log.routes.ts'
import { billsRoutes } from './bills.routes.ts'
import { categoriesRoutes } from './categories.routes.ts'
import { dashboardRoutes } from './dashboard.routes.ts'
import { eventsRoutes } from './events.routes.ts'
import { exportsRoutes } from './exports.routes.ts'
import { importsRoutes } from './imports.routes.ts'
import { jobsRoutes } from './jobs.routes.ts'
import { liveRoutes } from './live.routes.ts'
import { permissionsRoutes } from './permissions.routes.ts'
import { pollsRoutes } from './polls.routes.ts'
import { postsRoutes } from './posts.routes.ts'
import { profileRoutes } from './profile.routes.ts'
import { rolesRoutes } from './roles.routes.ts'
import { savedViewsRoutes } from './saved-views.routes.ts'
import { searchRoutes } from './search.routes.ts'
import { secondFactorRoutes } from './second-factor.routes.ts'
import { sessionRoutes } from './session.routes.ts'
import { shoppingPostsRoutes } from './shopping-posts.routes.ts'
import { tasksRoutes } from './tasks.routes.ts'
import { trashRoutes } from './trash.routes.ts'
import { usersRoutes } from './users.routes.ts'

/** Method, path and permission of every call, without schemas. */
export const routes = {
  ...sessionRoutes,
  ...accountsRoutes,
  ...profileRoutes,
  ...secondFactorRoutes,
  ...permissionsRoutes,
  ...dashboardRoutes,
  ...rolesRoutes,
  ...usersRoutes,
  ...eventsRoutes,
  ...pollsRoutes,
  ...tasksRoutes,
  ...billsRoutes,
  ...postsRoutes,
  ...categoriesRoutes,
  ...shoppingPostsRoutes,
  ...jobsRoutes,
  ...exportsRoutes,
  ...importsRoutes,
  ...auditLogRoutes,
  ...liveRoutes,
  ...trashRoutes,
  ...savedViewsRoutes,
  ...searchRoutes,
} as const

/** The name of a call. */
export type EndpointName = keyof typeof routes
