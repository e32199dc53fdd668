import { msg } from '@steward/i18n/reader'
import { type AnyRoute, createRoute } from '@tanstack/react-router'
import { searchOf } from '../../ui/links/url-params.ts'
import { moment } from '../../ui/list/definition/list-spec.ts'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import { lazyPage } from '../lazy-page.tsx'
import { prefetching, routesOfLists } from '../list-route.tsx'
import { ofPerson, personLists } from './lists-of-person.ts'

/**
 * The page of a person and its tabs: their profile, what is theirs in the other areas, and what
 * they did lately. Each tab loads what it shows, when it is opened.
 */
export function personRoute<P extends AnyRoute>(below: () => P) {
  const page = createRoute({
    getParentRoute: below,
    path: '/users/$id',
    // The time in the past as of which the person is shown, on every tab.
    validateSearch: searchOf({ asOf: moment }),
    loader: ({ cause, location, params }) => {
      const { asOf } = location.search as { asOf?: string }
      if (cause === 'enter') prefetching(({ prefetchUser }) => prefetchUser(params.id, asOf))
    },
    component: lazyPage(() => import('./person-page.tsx'), 'PersonPage'),
  })
  const within = () => page
  const { listRoute } = routesOfLists(within)
  const listTab = <const N extends keyof typeof personLists>(name: N) =>
    listRoute(
      personLists[name],
      async () => ({ Page: (await import('./person-lists.tsx')).personPages[name] }),
      // i18n-ignore: the name of the component
      'Page',
      {
        title: personLists[name].pageTitle,
        of: (id) => ofPerson(personLists[name], id),
      },
    )
  // By a name of its own, as the types of routes made right in the call would be lost.
  const tabs = [
    createRoute({
      getParentRoute: within,
      path: '/',
      staticData: { title: msg('User'), needs: needsOf('users.details') },
      component: lazyPage(() => import('./person-profile.tsx'), 'PersonProfile'),
    }),
    listTab('posts'),
    listTab('bills'),
    listTab('tasks'),
    listTab('shoppingPosts'),
    listTab('events'),
    createRoute({
      getParentRoute: within,
      path: '/activity',
      staticData: { title: msg('Activity of a user'), needs: needsOf('users.activity') },
      component: lazyPage(
        () => import('../../features/users/user-activity.tsx'),
        'UserActivityPage',
      ),
    }),
    createRoute({
      getParentRoute: within,
      path: '/history',
      staticData: { title: msg('History of a user'), needs: needsOf('auditLog.list') },
      component: lazyPage(
        () => import('../../features/audit-log/person-history.tsx'),
        'PersonHistory',
      ),
    }),
  ] as const
  return page.addChildren(tabs)
}
