import { billsRoutes } from './bills.routes.ts'
import { categoriesRoutes } from './categories.routes.ts'
import { eventsRoutes } from './events.routes.ts'
import type { Permission } from './permissions.ts'
import { pollsRoutes } from './polls.routes.ts'
import { postsRoutes } from './posts.routes.ts'
import { rolesRoutes } from './roles.routes.ts'
import type { Routes } from './route.ts'
import { shoppingPostsRoutes } from './shopping-posts.routes.ts'
import { tasksRoutes } from './tasks.routes.ts'
import { usersRoutes } from './users.routes.ts'

/** What can be exported, and the permissions that let a person list it (any one of several). */
export const exportNeeds = {
  roles: rolesRoutes['roles.list'].needs,
  inactiveRoles: rolesRoutes['roles.listInactive'].needs,
  deletedRoles: rolesRoutes['roles.listDeleted'].needs,
  users: usersRoutes['users.list'].needs,
  admins: usersRoutes['users.listAdmins'].needs,
  businessUsers: usersRoutes['users.listBusiness'].needs,
  events: eventsRoutes['events.list'].needs,
  polls: pollsRoutes['polls.list'].needs,
  pollResults: pollsRoutes['polls.list'].needs,
  tasks: tasksRoutes['tasks.list'].needs,
  bills: billsRoutes['bills.list'].needs,
  posts: postsRoutes['posts.list'].needs,
  categories: categoriesRoutes['categories.list'].needs,
  shoppingPosts: shoppingPostsRoutes['shoppingPosts.list'].needs,
} as const satisfies Record<string, readonly Permission[]>

/** A list that can be exported. */
export type ExportArea = keyof typeof exportNeeds

/** Exports: a list as a file. */
export const exportsRoutes = {
  'exports.create': {
    method: 'POST',
    path: 'admin/exports',
    needs: [
      ...rolesRoutes['roles.list'].needs,
      ...usersRoutes['users.list'].needs,
      ...eventsRoutes['events.list'].needs,
      ...pollsRoutes['polls.list'].needs,
      ...tasksRoutes['tasks.list'].needs,
      ...billsRoutes['bills.list'].needs,
      ...postsRoutes['posts.list'].needs,
      ...categoriesRoutes['categories.list'].needs,
      ...shoppingPostsRoutes['shoppingPosts.list'].needs,
    ],
  },
  'exports.file': {
    method: 'GET',
    path: 'exports/{token}',
    needs: 'public',
    changesState: true,
  },
} as const satisfies Routes
