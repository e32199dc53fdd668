import { billFields } from '../bills/bills.fields.ts'
import { billsRoutes } from '../bills/bills.routes.ts'
import type { Routes } from '../calls/route.ts'
import { categoryFields } from '../categories/categories.fields.ts'
import { categoriesRoutes } from '../categories/categories.routes.ts'
import { eventFields } from '../events/events.fields.ts'
import { eventsRoutes } from '../events/events.routes.ts'
import { pollFields } from '../polls/polls.fields.ts'
import { pollsRoutes } from '../polls/polls.routes.ts'
import { postFields } from '../posts/posts.fields.ts'
import { postsRoutes } from '../posts/posts.routes.ts'
import { roleFields } from '../roles/roles.fields.ts'
import { rolesRoutes } from '../roles/roles.routes.ts'
import { shoppingPostFields } from '../shopping-posts/shopping-posts.fields.ts'
import { shoppingPostsRoutes } from '../shopping-posts/shopping-posts.routes.ts'
import { taskFields } from '../tasks/tasks.fields.ts'
import { tasksRoutes } from '../tasks/tasks.routes.ts'
import { userFields } from '../users/users.fields.ts'
import { usersRoutes } from '../users/users.routes.ts'
import type { AreaName } from './areas.ts'
import type { Fields } from './field.ts'

/** The fields of each area's records and the routes of its calls: what needs no schemas. */
export const areaParts = {
  roles: { fields: roleFields, routes: rolesRoutes },
  users: { fields: userFields, routes: usersRoutes },
  events: { fields: eventFields, routes: eventsRoutes },
  polls: { fields: pollFields, routes: pollsRoutes },
  tasks: { fields: taskFields, routes: tasksRoutes },
  bills: { fields: billFields, routes: billsRoutes },
  posts: { fields: postFields, routes: postsRoutes },
  categories: { fields: categoryFields, routes: categoriesRoutes },
  shoppingPosts: { fields: shoppingPostFields, routes: shoppingPostsRoutes },
} as const satisfies Record<AreaName, { fields: Fields; routes: Routes }>
