import type { AreaName } from '@steward/contract/areas/areas'
import type { Handlers } from './http/handler.ts'
import { billsArea } from './modules/bills/bills.area.ts'
import { categoriesArea } from './modules/categories/categories.area.ts'
import { eventsArea } from './modules/events/events.area.ts'
import { pollsArea } from './modules/polls/polls.area.ts'
import { postsArea } from './modules/posts/posts.area.ts'
import { registerAreas } from './modules/records/area.ts'
import type { Calls } from './modules/records/content-area.ts'
import type { ContentArea } from './modules/records/writes.ts'
import { rolesArea } from './modules/roles/roles.area.ts'
import { shoppingPostsArea } from './modules/shopping-posts/shopping-posts.area.ts'
import { tasksArea } from './modules/tasks/tasks.area.ts'
import { usersArea } from './modules/users/users.area.ts'
import type { Services } from './services.ts'

const content = {
  events: eventsArea,
  polls: pollsArea,
  tasks: tasksArea,
  bills: billsArea,
  posts: postsArea,
  categories: categoriesArea,
  shoppingPosts: shoppingPostsArea,
} satisfies Record<ContentArea, object>

/**
 * Every area, for whoever composes a program of them: the server (`app.ts`), the command line, and
 * the thread that reads imported files. Everything else is handed what it needs of it.
 */
export const areas = registerAreas({
  roles: rolesArea,
  users: usersArea,
  ...content,
} satisfies Record<AreaName, object>)

/** The handlers of all areas but users and roles. */
export const contentHandlers = (services: Services) =>
  Object.assign({}, ...Object.values(content).map((area) => area.handlers(services))) as Handlers<
    Calls<ContentArea>
  >
