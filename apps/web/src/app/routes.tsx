import { createRootRoute, createRoute, redirect } from '@tanstack/react-router'
import { sessionOpen } from '../features/session/guard.ts'
import { lazyPage } from './lazy-page.tsx'
import { needsOf } from './page-needs.ts'
import { personRoute } from './person/person-route.tsx'
import { Root } from './root.tsx'
import type { SearchParams } from './search-params.ts'
import { loseSession } from './session-end.ts'

const root = createRootRoute({
  component: Root,
  validateSearch: (search): SearchParams => search as SearchParams,
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/',
  staticData: { title: 'Sign in' },
  beforeLoad: () => {
    if (sessionOpen()) throw redirect({ to: '/dashboard', state: { landing: true }, replace: true })
  },
  component: lazyPage(async () => (await import('./sign-in.tsx')).SignIn),
})

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  staticData: { title: 'Create an account' },
  component: lazyPage(
    async () => (await import('../features/accounts/register-page.tsx')).RegisterPage,
  ),
})

const confirm = createRoute({
  getParentRoute: () => root,
  path: '/confirm/$token',
  staticData: { title: 'Confirm your e-mail address' },
  component: lazyPage(
    async () => (await import('../features/accounts/confirm-page.tsx')).ConfirmPage,
  ),
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  staticData: { title: 'Forgot password' },
  component: lazyPage(
    async () => (await import('../features/session/forgot-password-page.tsx')).ForgotPasswordPage,
  ),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password/$token',
  staticData: { title: 'Set a new password' },
  component: lazyPage(
    async () => (await import('../features/session/reset-password-page.tsx')).ResetPasswordPage,
  ),
})

const notFound = createRoute({
  getParentRoute: () => root,
  path: '/404',
  staticData: { title: 'Page not found' },
  component: lazyPage(async () => (await import('./public-pages.tsx')).NotFoundPage),
})

const serverError = createRoute({
  getParentRoute: () => root,
  path: '/500',
  staticData: { title: 'Server error' },
  component: lazyPage(async () => (await import('./public-pages.tsx')).ServerErrorPage),
})

/** The session guard stands before everything below it (specification section 2). */
const guarded = createRoute({
  getParentRoute: () => root,
  id: 'guarded',
  beforeLoad: ({ location, preload }) => {
    if (preload || sessionOpen()) return
    loseSession(location.href)
    throw redirect({ to: '/', replace: true })
  },
  component: lazyPage(async () => (await import('./layout/layout.tsx')).Layout),
})

const below = () => guarded

const pages = [
  createRoute({
    getParentRoute: below,
    path: '/dashboard',
    staticData: { title: 'Dashboard', needs: needsOf('dashboard.counts') },
    component: lazyPage(
      async () => (await import('../features/dashboard/dashboard-page.tsx')).DashboardPage,
    ),
  }),
  createRoute({
    getParentRoute: below,
    path: '/roles',
    staticData: { title: 'Roles', needs: needsOf('roles.list') },
    component: lazyPage(async () => {
      const { RolesPage } = await import('../features/roles/roles-page.tsx')
      return () => <RolesPage list="all" />
    }),
  }),
  createRoute({
    getParentRoute: below,
    path: '/roles/inactive',
    staticData: { title: 'Inactive roles', needs: needsOf('roles.listInactive') },
    component: lazyPage(async () => {
      const { RolesPage } = await import('../features/roles/roles-page.tsx')
      return () => <RolesPage list="inactive" />
    }),
  }),
  createRoute({
    getParentRoute: below,
    path: '/roles/deleted',
    staticData: { title: 'Deleted roles', needs: needsOf('roles.listDeleted') },
    component: lazyPage(async () => {
      const { RolesPage } = await import('../features/roles/roles-page.tsx')
      return () => <RolesPage list="deleted" />
    }),
  }),
  createRoute({
    getParentRoute: below,
    path: '/roles/new',
    staticData: { title: 'New role', needs: needsOf('roles.create') },
    component: lazyPage(
      async () => (await import('../features/roles/role-new-page.tsx')).RoleNewPage,
    ),
  }),
  createRoute({
    getParentRoute: below,
    path: '/roles/compare',
    staticData: { title: 'Compare roles', needs: needsOf('roles.list') },
    component: lazyPage(
      async () => (await import('../features/roles/compare-page.tsx')).ComparePage,
    ),
  }),
  createRoute({
    getParentRoute: below,
    path: '/roles/$id',
    staticData: { title: 'Role', needs: needsOf('roles.list') },
    component: lazyPage(async () => (await import('../features/roles/role-page.tsx')).RolePage),
  }),
  createRoute({
    getParentRoute: below,
    path: '/users/admins',
    staticData: { title: 'Admins', needs: needsOf('users.listAdmins') },
    component: lazyPage(async () => {
      const { UsersPage } = await import('../features/users/users-page.tsx')
      return () => <UsersPage list="admins" />
    }),
  }),
  createRoute({
    getParentRoute: below,
    path: '/users/business',
    staticData: { title: 'Business users', needs: needsOf('users.listBusiness') },
    component: lazyPage(async () => {
      const { UsersPage } = await import('../features/users/users-page.tsx')
      return () => <UsersPage list="business" />
    }),
  }),
  createRoute({
    getParentRoute: below,
    path: '/users/members',
    staticData: { title: 'Members', needs: needsOf('users.list') },
    component: lazyPage(async () => {
      const { UsersPage } = await import('../features/users/users-page.tsx')
      return () => <UsersPage list="members" />
    }),
  }),
  createRoute({
    getParentRoute: below,
    path: '/users/waiting',
    staticData: { title: 'Waiting for approval', needs: needsOf('accounts.listWaiting') },
    component: lazyPage(
      async () => (await import('../features/users/waiting-page.tsx')).WaitingPage,
    ),
  }),
  createRoute({
    getParentRoute: below,
    path: '/profile',
    staticData: { title: 'Your profile' },
    component: lazyPage(async () => (await import('./profile.tsx')).Profile),
  }),
  createRoute({
    getParentRoute: below,
    path: '/users/new',
    staticData: { title: 'New user', needs: needsOf('users.create') },
    component: lazyPage(
      async () => (await import('../features/users/user-new-page.tsx')).UserNewPage,
    ),
  }),
  createRoute({
    getParentRoute: below,
    path: '/users/$id/edit',
    staticData: { title: 'Edit user', needs: needsOf('users.update') },
    component: lazyPage(
      async () => (await import('../features/users/user-edit-page.tsx')).UserEditPage,
    ),
  }),
  personRoute(below),
  createRoute({
    getParentRoute: below,
    path: '/events',
    staticData: { title: 'Events', needs: needsOf('events.list') },
    component: lazyPage(
      async () => (await import('../features/events/events-page.tsx')).EventsPage,
    ),
  }),
  createRoute({
    getParentRoute: below,
    path: '/polls',
    staticData: { title: 'Polls and surveys', needs: needsOf('polls.list') },
    component: lazyPage(async () => (await import('../features/polls/polls-page.tsx')).PollsPage),
  }),
  createRoute({
    getParentRoute: below,
    path: '/posts',
    staticData: { title: 'Feed posts', needs: needsOf('posts.list') },
    component: lazyPage(async () => (await import('../features/posts/posts-page.tsx')).PostsPage),
  }),
  createRoute({
    getParentRoute: below,
    path: '/tasks',
    staticData: { title: 'Tasks', needs: needsOf('tasks.list') },
    component: lazyPage(async () => (await import('../features/tasks/tasks-page.tsx')).TasksPage),
  }),
  createRoute({
    getParentRoute: below,
    path: '/bills',
    staticData: { title: 'Bills', needs: needsOf('bills.list') },
    component: lazyPage(async () => (await import('../features/bills/bills-page.tsx')).BillsPage),
  }),
  createRoute({
    getParentRoute: below,
    path: '/categories',
    staticData: { title: 'Categories', needs: needsOf('categories.list') },
    component: lazyPage(
      async () => (await import('../features/categories/categories-page.tsx')).CategoriesPage,
    ),
  }),
  createRoute({
    getParentRoute: below,
    path: '/shopping-posts',
    staticData: { title: 'Shopping posts', needs: needsOf('shoppingPosts.list') },
    component: lazyPage(
      async () =>
        (await import('../features/shopping-posts/shopping-posts-page.tsx')).ShoppingPostsPage,
    ),
  }),
  createRoute({
    getParentRoute: below,
    path: '/import/$what',
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

/** Every route of specification section 2, and ours within the guard. */
export const routeTree = root.addChildren([
  signIn,
  register,
  confirm,
  forgotPassword,
  resetPassword,
  notFound,
  serverError,
  guarded.addChildren(pages),
])
