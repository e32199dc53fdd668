import type { Message } from '@steward/i18n/reader'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { isSparing } from '../api/browser/connection.ts'
import { PageSpinner } from '../ui/page/page-spinner.tsx'
import type { PageNeeds } from '../ui/permissions/needs-of.ts'
import { RouteError } from './root.tsx'
import { loadGuardedRoutes, routeTree } from './routes.tsx'
import { parseSearch, stringifySearch } from './search-params.ts'

/**
 * Makes the router. Every page's code is loaded when it is first needed, and so are the routes behind
 * the session guard.
 * @param history in place of the browser's
 */
export function createAppRouter(history?: RouterHistory) {
  let added: Promise<void> | undefined
  const addGuardedRoutes = (): Promise<void> => {
    added ??= loadGuardedRoutes().then(
      () => router.setRoutes(router.buildRouteTree()),
      (failed) => {
        added = undefined
        throw failed
      },
    )
    return added
  }
  const router = createRouter({
    routeTree,
    // The path that the app is served under, which its build names.
    basepath: import.meta.env.BASE_URL,
    context: { addGuardedRoutes },
    ...(history && { history }),
    parseSearch,
    stringifySearch,
    defaultPreload: isSparing() ? false : 'intent',
    // Data is TanStack Query's to keep; a link passed over brings code alone.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PageSpinner,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultErrorComponent: RouteError,
    scrollRestoration: true,
  })
  return router
}

/** The app's one router. */
export const router = createAppRouter()

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** The page's name as a message, or made when it is shown; used in the window's title. */
    title?: Message | (() => string)
    /** The permissions of which any one opens the page; none are needed where there are none. */
    needs?: PageNeeds
  }
  interface HistoryState {
    /** Set where the app chose the page: without permission for it, another one is taken. */
    landing?: boolean
    /** What a public page has to say on the sign-in page, once it has led there. */
    said?: string
    /** The e-mail address as typed on another public page. */
    email?: string
  }
}
