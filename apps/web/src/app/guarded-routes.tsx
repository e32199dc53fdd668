import { userFields } from '@steward/contract/users/users.fields'
import { msg } from '@steward/i18n/reader'
import { type AnyRoute, createRoute } from '@tanstack/react-router'
import '../api/all-routes.ts'
import { lists } from '../shared/lists/lists.ts'
import { oneOf, searchOf, text, textLike } from '../ui/links/url-params.ts'
import { needsOf } from '../ui/permissions/needs-of.ts'
import { lazyPage } from './lazy-page.tsx'
import { prefetching, routesOfLists } from './list-route.tsx'
import { personRoute } from './person/person-route.tsx'
import { usersRoute } from './plain-addresses.tsx'

/**
 * The pages that need a session: those of specification section 2, and ours beside them.
 * @param below the session guard, which they stand under
 */
export const guardedRoutes = <P extends AnyRoute>(below: () => P) => {
  const { listRoute, areaRoutes } = routesOfLists(below)
  return [
    createRoute({
      getParentRoute: below,
      path: '/dashboard',
      staticData: {
        title: msg('Dashboard'),
        needs: needsOf('dashboard.counts'),
        prefetch: ({ prefetchDashboard }, signal) => prefetchDashboard(signal),
      },
      component: lazyPage(
        () => import('../features/dashboard/dashboard-page.tsx'),
        'DashboardPage',
      ),
    }),
    listRoute(lists.roles, () => import('../features/roles/roles-page.tsx'), 'ActiveRolesPage'),
    listRoute(
      lists.inactiveRoles,
      () => import('../features/roles/roles-page.tsx'),
      'InactiveRolesPage',
      { title: msg('Inactive roles') },
    ),
    listRoute(
      lists.deletedRoles,
      () => import('../features/roles/roles-page.tsx'),
      'DeletedRolesPage',
      { title: msg('Deleted roles') },
    ),
    createRoute({
      getParentRoute: below,
      path: '/roles/new',
      validateSearch: searchOf({ from: text }),
      staticData: { title: msg('New role'), needs: needsOf('roles.create') },
      component: lazyPage(() => import('../features/roles/role-page.tsx'), 'RoleNewPage'),
    }),
    createRoute({
      getParentRoute: below,
      path: '/roles/compare',
      validateSearch: searchOf({ a: text, b: text }),
      staticData: { title: msg('Compare roles'), needs: needsOf('roles.list') },
      component: lazyPage(() => import('../features/roles/compare-page.tsx'), 'ComparePage'),
    }),
    listRoute(
      lists.accessReview,
      () => import('../features/access-review/access-review-page.tsx'),
      'AccessReviewPage',
    ),
    listRoute(
      lists.accessReviewRoles,
      () => import('../features/access-review/access-review-page.tsx'),
      'AccessReviewRolesPage',
    ),
    createRoute({
      getParentRoute: below,
      path: '/roles/$id',
      loader: ({ cause, params }) => {
        if (cause === 'enter') prefetching(({ prefetchRole }) => prefetchRole(params.id))
      },
      staticData: { title: msg('Role'), needs: needsOf('roles.list') },
      component: lazyPage(() => import('../features/roles/role-page.tsx'), 'RolePage'),
    }),
    usersRoute(below),
    listRoute(lists.admins, () => import('../features/users/users-page.tsx'), 'AdminsPage'),
    listRoute(
      lists.businessUsers,
      () => import('../features/users/users-page.tsx'),
      'BusinessUsersPage',
    ),
    listRoute(lists.members, () => import('../features/users/users-page.tsx'), 'MembersPage'),
    listRoute(lists.waiting, () => import('../features/users/waiting-page.tsx'), 'WaitingPage'),
    createRoute({
      getParentRoute: below,
      path: '/profile',
      staticData: { title: msg('Your profile') },
      // i18n-ignore: the name of the component
      component: lazyPage(() => import('./profile.tsx'), 'Profile'),
    }),
    createRoute({
      getParentRoute: below,
      path: '/requests',
      staticData: { title: msg('Requests') },
      component: lazyPage(() => import('../features/loans/requests-page.tsx'), 'RequestsPage'),
    }),
    createRoute({
      getParentRoute: below,
      path: '/requests/$tab',
      staticData: { title: msg('Requests') },
      component: lazyPage(() => import('../features/loans/requests-page.tsx'), 'RequestsPage'),
    }),
    createRoute({
      getParentRoute: below,
      path: '/words',
      staticData: { title: msg('Words of the community') },
      component: lazyPage(() => import('../features/words/words-page.tsx'), 'WordsPage'),
    }),
    createRoute({
      getParentRoute: below,
      path: '/approvals',
      staticData: { title: msg('Approvals') },
      component: lazyPage(() => import('../features/consents/approvals-page.tsx'), 'ApprovalsPage'),
    }),
    createRoute({
      getParentRoute: below,
      path: '/approvals/$tab',
      staticData: { title: msg('Approvals') },
      component: lazyPage(() => import('../features/consents/approvals-page.tsx'), 'ApprovalsPage'),
    }),
    createRoute({
      getParentRoute: below,
      path: '/personal-data',
      staticData: { title: msg('Personal data'), needs: needsOf('privacy.list') },
      component: lazyPage(() => import('../features/privacy/privacy-page.tsx'), 'PrivacyPage'),
    }),
    createRoute({
      getParentRoute: below,
      path: '/integrations',
      staticData: { title: msg('Integrations'), needs: needsOf('serviceAccounts.list') },
      component: lazyPage(
        () => import('../features/integrations/integrations-overview.tsx'),
        'IntegrationsOverview',
      ),
    }),
    createRoute({
      getParentRoute: below,
      path: '/integrations/$part',
      staticData: { title: msg('Integrations'), needs: needsOf('serviceAccounts.list') },
      component: lazyPage(
        () => import('../features/integrations/integrations-page.tsx'),
        'IntegrationPage',
      ),
    }),
    createRoute({
      getParentRoute: below,
      path: '/users/new',
      validateSearch: searchOf({ type: oneOf(userFields.type.choices) }),
      staticData: { title: msg('New user'), needs: needsOf('users.create') },
      component: lazyPage(() => import('../features/users/user-editor.tsx'), 'UserNewPage'),
    }),
    createRoute({
      getParentRoute: below,
      path: '/users/$id/edit',
      staticData: { title: msg('Edit user'), needs: needsOf('users.update') },
      component: lazyPage(() => import('../features/users/user-editor.tsx'), 'UserEditPage'),
    }),
    personRoute(below),
    ...areaRoutes(lists.events, () => import('../features/events/events-page.tsx'), 'EventsPage', {
      fields: { month: textLike(/^[12]\d{3}-(0[1-9]|1[0-2])$/) },
    }),
    ...areaRoutes(lists.polls, () => import('../features/polls/polls-page.tsx'), 'PollsPage'),
    listRoute(lists.posts, () => import('../features/posts/posts-page.tsx'), 'PostsPage'),
    ...areaRoutes(lists.tasks, () => import('../features/tasks/tasks-page.tsx'), 'TasksPage'),
    ...areaRoutes(lists.bills, () => import('../features/bills/bills-page.tsx'), 'BillsPage'),
    ...areaRoutes(
      lists.categories,
      () => import('../features/categories/categories-page.tsx'),
      'CategoriesPage',
    ),
    listRoute(
      lists.shoppingPosts,
      () => import('../features/shopping-posts/shopping-posts-page.tsx'),
      'ShoppingPostsPage',
    ),
    listRoute(
      lists.auditLog,
      () => import('../features/audit-log/audit-log-page.tsx'),
      'AuditLogPage',
    ),
    createRoute({
      getParentRoute: below,
      path: '/import/$what',
      validateSearch: searchOf({ file: text, job: text }),
      // What exactly it needs depends on what is imported; the page asks for that.
      staticData: { title: msg('Import', 'a thing'), needs: needsOf('imports.create') },
      component: lazyPage(() => import('../features/imports/import-page.tsx'), 'ImportPage'),
    }),
    createRoute({
      getParentRoute: below,
      path: '/$',
      staticData: { title: msg('Page not found') },
      component: lazyPage(() => import('./public-pages.tsx'), 'NotFoundInside'),
    }),
  ] as const
}
