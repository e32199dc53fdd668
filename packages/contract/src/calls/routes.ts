import { accountsRoutes } from '../accounts/accounts.routes.ts'
import { profileRoutes } from '../accounts/profile.routes.ts'
import { secondFactorRoutes } from '../accounts/second-factor.routes.ts'
import { sessionRoutes } from '../accounts/session.routes.ts'
import { billsRoutes } from '../bills/bills.routes.ts'
import { categoriesRoutes } from '../categories/categories.routes.ts'
import { eventsRoutes } from '../events/events.routes.ts'
import { savedViewsRoutes } from '../lists/saved-views.routes.ts'
import { searchRoutes } from '../lists/search.routes.ts'
import { permissionsRoutes } from '../permissions/permissions.routes.ts'
import { pollsRoutes } from '../polls/polls.routes.ts'
import { postsRoutes } from '../posts/posts.routes.ts'
import { exportsRoutes } from '../records/exports.routes.ts'
import { importsRoutes } from '../records/imports.routes.ts'
import { jobsRoutes } from '../records/jobs.routes.ts'
import { trashRoutes } from '../records/trash.routes.ts'
import { rolesRoutes } from '../roles/roles.routes.ts'
import { shoppingPostsRoutes } from '../shopping-posts/shopping-posts.routes.ts'
import { auditLogRoutes } from '../system/audit-log.routes.ts'
import { dashboardRoutes } from '../system/dashboard.routes.ts'
import { liveRoutes } from '../system/live.routes.ts'
import { tasksRoutes } from '../tasks/tasks.routes.ts'
import { usersRoutes } from '../users/users.routes.ts'

/** Without schemas. */
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

export type EndpointName = keyof typeof routes
