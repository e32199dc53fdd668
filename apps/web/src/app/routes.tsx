import { msg } from '@steward/i18n/reader'
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  redirect,
} from '@tanstack/react-router'
import { sessionOpen } from '../api/browser/stored-session.ts'
import { loadCode } from '../ui/load/load-code.ts'
import type { guardedRoutes } from './guarded-routes.tsx'
import { lazyPage } from './lazy-page.tsx'
import { Root } from './root.tsx'
import { loseSession } from './session-end.ts'
import { SignIn } from './sign-in.tsx'

interface RouterContext {
  /**
   * Adds the routes behind the session guard to the router, unless they are there.
   * @throws CodeMissing where they can't be loaded; asked again, it tries again
   */
  addGuardedRoutes: () => Promise<void>
}

const root = createRootRouteWithContext<RouterContext>()({ component: Root })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/',
  staticData: { title: msg('Sign in') },
  beforeLoad: () => {
    if (sessionOpen()) throw redirect({ to: '/dashboard', state: { landing: true }, replace: true })
  },
  component: SignIn,
})

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  staticData: { title: msg('Create an account') },
  component: lazyPage(() => import('../features/accounts/register-page.tsx'), 'RegisterPage'),
})

const confirm = createRoute({
  getParentRoute: () => root,
  path: '/confirm/$token',
  staticData: { title: msg('Confirm your e-mail address') },
  component: lazyPage(() => import('../features/accounts/confirm-page.tsx'), 'ConfirmPage'),
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  staticData: { title: msg('Forgot password') },
  component: lazyPage(
    () => import('../features/session/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password/$token',
  staticData: { title: msg('Set a new password') },
  component: lazyPage(
    () => import('../features/session/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
})

const provider = createRoute({
  getParentRoute: () => root,
  path: '/openid/$provider',
  staticData: { title: msg('Sign in') },
  component: lazyPage(() => import('./provider-sign-in.tsx'), 'ProviderSignIn'),
})

const notFound = createRoute({
  getParentRoute: () => root,
  path: '/404',
  staticData: { title: msg('Page not found') },
  component: lazyPage(() => import('./public-pages.tsx'), 'NotFoundPage'),
})

const serverError = createRoute({
  getParentRoute: () => root,
  path: '/500',
  staticData: { title: msg('Server error') },
  component: lazyPage(() => import('./public-pages.tsx'), 'ServerErrorPage'),
})

/** The session guard of all routes below it (specification section 2). */
const guarded = createRoute({
  getParentRoute: () => root,
  id: 'guarded',
  beforeLoad: ({ location, preload }) => {
    if (preload || sessionOpen()) return
    loseSession(location.publicHref)
    throw redirect({ to: '/', replace: true })
  },
  // i18n-ignore: the name of the component
  component: lazyPage(() => import('./layout/layout.tsx'), 'Layout'),
})

/** Any page behind the guard while their routes are not there: it waits for them and begins anew. */
const notLoaded = createRoute({
  getParentRoute: () => guarded,
  path: '/$',
  beforeLoad: async ({ context }) => {
    await context.addGuardedRoutes()
    throw redirect({ to: '.', search: true, hash: true, state: true, replace: true })
  },
})

const treeWith = <const Pages extends readonly AnyRoute[]>(pages: Pages) =>
  root.addChildren([
    signIn,
    register,
    confirm,
    forgotPassword,
    resetPassword,
    provider,
    notFound,
    serverError,
    guarded.addChildren(pages),
  ])

type GuardedRoutes = ReturnType<typeof guardedRoutes<typeof guarded>>

/**
 * Every route of specification section 2, and ours beside them. Its types know the routes behind the
 * guard, which it lacks until {@link loadGuardedRoutes} has added them.
 */
export const routeTree = treeWith([notLoaded]) as unknown as ReturnType<
  typeof treeWith<GuardedRoutes>
>

/**
 * Adds the routes behind the session guard to the route tree; the sign-in page does without them.
 * An existing router has to process its tree again.
 * @throws CodeMissing where they can't be loaded
 */
export async function loadGuardedRoutes(): Promise<void> {
  const loaded = await loadCode(() => import('./guarded-routes.tsx'))
  guarded.addChildren(loaded.guardedRoutes(() => guarded))
}
