import { type AnyRoute, createRoute } from '@tanstack/react-router'
import { moment } from '../../ui/list/url/list-spec.ts'
import { searchOf } from '../../ui/page/search-fields.ts'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import { lazyPage } from '../lazy-page.tsx'
import { listRoute, prefetching } from '../list-route.ts'
import { ofPerson, personLists } from './lists-of-person.ts'

/** Loads one of the lists of a person. */
const listOf = (name: keyof typeof import('./person-lists.tsx')) => async () =>
  (await import('./person-lists.tsx'))[name]

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
    component: lazyPage(async () => (await import('./person-page.tsx')).PersonPage),
  })
  const within = () => page
  const { posts, bills, tasks, shoppingPosts, events } = personLists
  // By a name of its own, as the types of routes made right in the call would be lost.
  const tabs = [
    createRoute({
      getParentRoute: within,
      path: '/',
      staticData: { title: 'User', needs: needsOf('users.details') },
      component: lazyPage(async () => (await import('./person-profile.tsx')).PersonProfile),
    }),
    listRoute(within, '/posts', posts, listOf('PersonPosts'), {
      title: 'Posts of a user',
      of: (id) => ofPerson(posts, id),
    }),
    listRoute(within, '/bills', bills, listOf('PersonBills'), {
      title: 'Bills of a user',
      of: (id) => ofPerson(bills, id),
    }),
    listRoute(within, '/tasks', tasks, listOf('PersonTasks'), {
      title: 'Tasks of a user',
      of: (id) => ofPerson(tasks, id),
    }),
    listRoute(within, '/shopping-posts', shoppingPosts, listOf('PersonShoppingPosts'), {
      title: 'Shopping posts of a user',
      of: (id) => ofPerson(shoppingPosts, id),
    }),
    listRoute(within, '/events', events, listOf('PersonEvents'), {
      title: 'Events of a user',
      of: (id) => ofPerson(events, id),
    }),
    createRoute({
      getParentRoute: within,
      path: '/activity',
      staticData: { title: 'Activity of a user', needs: needsOf('users.activity') },
      component: lazyPage(
        async () => (await import('../../features/users/user-activity.tsx')).UserActivityPage,
      ),
    }),
    createRoute({
      getParentRoute: within,
      path: '/history',
      staticData: { title: 'History of a user', needs: needsOf('auditLog.list') },
      component: lazyPage(
        async () => (await import('../../features/audit-log/person-history.tsx')).PersonHistory,
      ),
    }),
  ] as const
  return page.addChildren(tabs)
}
