import { userFields } from '@steward/contract/users/users.fields'
import { type AnyRoute, createRoute } from '@tanstack/react-router'
import '../api/all-routes.ts'
import { lists } from '../shared/list/lists.ts'
import { oneOf, searchOf, text, textLike } from '../ui/page/search-fields.ts'
import { needsOf } from '../ui/permissions/needs-of.ts'
import { lazyPage } from './lazy-page.tsx'
import { listRoute, prefetching } from './list-route.ts'
import { personRoute } from './person/person-route.tsx'
import { newFormRoute, usersRoute } from './plain-addresses.tsx'

/**
 * The pages that need a session: those of specification section 2, and ours beside them.
 * @param below the session guard, which they stand under
 */
export const guardedRoutes = <P extends AnyRoute>(below: () => P) =>
  [
    createRoute({
      getParentRoute: below,
      path: '/dashboard',
      staticData: {
        title: 'Dashboard',
        needs: needsOf('dashboard.counts'),
        prefetch: ({ prefetchDashboard }, signal) => prefetchDashboard(signal),
      },
      component: lazyPage(
        async () => (await import('../features/dashboard/dashboard-page.tsx')).DashboardPage,
      ),
    }),
    listRoute(below, '/roles', lists.roles, async () => {
      const { RolesPage } = await import('../features/roles/roles-page.tsx')
      return () => <RolesPage list="roles" />
    }),
    listRoute(
      below,
      '/roles/inactive',
      lists.inactiveRoles,
      async () => {
        const { RolesPage } = await import('../features/roles/roles-page.tsx')
        return () => <RolesPage list="inactiveRoles" />
      },
      { title: 'Inactive roles' },
    ),
    listRoute(
      below,
      '/roles/deleted',
      lists.deletedRoles,
      async () => {
        const { RolesPage } = await import('../features/roles/roles-page.tsx')
        return () => <RolesPage list="deletedRoles" />
      },
      { title: 'Deleted roles' },
    ),
    createRoute({
      getParentRoute: below,
      path: '/roles/new',
      validateSearch: searchOf({ from: text }),
      staticData: { title: 'New role', needs: needsOf('roles.create') },
      component: lazyPage(
        async () => (await import('../features/roles/role-page.tsx')).RoleNewPage,
      ),
    }),
    createRoute({
      getParentRoute: below,
      path: '/roles/compare',
      validateSearch: searchOf({ a: text, b: text }),
      staticData: { title: 'Compare roles', needs: needsOf('roles.list') },
      component: lazyPage(
        async () => (await import('../features/roles/compare-page.tsx')).ComparePage,
      ),
    }),
    createRoute({
      getParentRoute: below,
      path: '/roles/$id',
      loader: ({ cause, params }) => {
        if (cause === 'enter') prefetching(({ prefetchRole }) => prefetchRole(params.id))
      },
      staticData: { title: 'Role', needs: needsOf('roles.list') },
      component: lazyPage(async () => (await import('../features/roles/role-page.tsx')).RolePage),
    }),
    usersRoute(below),
    listRoute(below, '/users/admins', lists.admins, async () => {
      const { UsersPage } = await import('../features/users/users-page.tsx')
      return () => <UsersPage list="admins" />
    }),
    listRoute(below, '/users/business', lists.businessUsers, async () => {
      const { UsersPage } = await import('../features/users/users-page.tsx')
      return () => <UsersPage list="businessUsers" />
    }),
    listRoute(below, '/users/members', lists.members, async () => {
      const { UsersPage } = await import('../features/users/users-page.tsx')
      return () => <UsersPage list="members" />
    }),
    listRoute(
      below,
      '/users/waiting',
      lists.waiting,
      async () => (await import('../features/users/waiting-page.tsx')).WaitingPage,
    ),
    createRoute({
      getParentRoute: below,
      path: '/profile',
      staticData: { title: 'Your profile' },
      component: lazyPage(async () => (await import('./profile.tsx')).Profile),
    }),
    createRoute({
      getParentRoute: below,
      path: '/users/new',
      validateSearch: searchOf({ type: oneOf(userFields.type.choices) }),
      staticData: { title: 'New user', needs: needsOf('users.create') },
      component: lazyPage(
        async () => (await import('../features/users/user-editor.tsx')).UserNewPage,
      ),
    }),
    createRoute({
      getParentRoute: below,
      path: '/users/$id/edit',
      staticData: { title: 'Edit user', needs: needsOf('users.update') },
      component: lazyPage(
        async () => (await import('../features/users/user-editor.tsx')).UserEditPage,
      ),
    }),
    personRoute(below),
    listRoute(
      below,
      '/events',
      lists.events,
      async () => (await import('../features/events/events-page.tsx')).EventsPage,
      { fields: { month: textLike(/^[12]\d{3}-(0[1-9]|1[0-2])$/) } },
    ),
    newFormRoute(below, '/events', 'New event', 'events.create'),
    listRoute(
      below,
      '/polls',
      lists.polls,
      async () => (await import('../features/polls/polls-page.tsx')).PollsPage,
    ),
    newFormRoute(below, '/polls', 'New poll or survey', 'polls.create'),
    listRoute(
      below,
      '/posts',
      lists.posts,
      async () => (await import('../features/posts/posts-page.tsx')).PostsPage,
    ),
    listRoute(
      below,
      '/tasks',
      lists.tasks,
      async () => (await import('../features/tasks/tasks-page.tsx')).TasksPage,
    ),
    newFormRoute(below, '/tasks', 'New task', 'tasks.create'),
    listRoute(
      below,
      '/bills',
      lists.bills,
      async () => (await import('../features/bills/bills-page.tsx')).BillsPage,
    ),
    newFormRoute(below, '/bills', 'New bill', 'bills.create'),
    listRoute(
      below,
      '/categories',
      lists.categories,
      async () => (await import('../features/categories/categories-page.tsx')).CategoriesPage,
    ),
    newFormRoute(below, '/categories', 'New category', 'categories.create'),
    listRoute(
      below,
      '/shopping-posts',
      lists.shoppingPosts,
      async () =>
        (await import('../features/shopping-posts/shopping-posts-page.tsx')).ShoppingPostsPage,
    ),
    listRoute(
      below,
      '/audit-log',
      lists.auditLog,
      async () => (await import('../features/audit-log/audit-log-page.tsx')).AuditLogPage,
    ),
    createRoute({
      getParentRoute: below,
      path: '/import/$what',
      validateSearch: searchOf({ file: text, job: text }),
      // What exactly it needs depends on what is imported; the page asks for that.
      staticData: { title: 'Import', needs: needsOf('imports.create') },
      component: lazyPage(
        async () => (await import('../features/imports/import-page.tsx')).ImportPage,
      ),
    }),
    createRoute({
      getParentRoute: below,
      path: '/$',
      staticData: { title: 'Page not found' },
      component: lazyPage(async () => (await import('./public-pages.tsx')).NotFoundInside),
    }),
  ] as const
