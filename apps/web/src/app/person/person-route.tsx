import { type AnyRoute, createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.tsx'
import { needsOf } from '../page-needs.ts'

/**
 * The page of a person and its tabs: their profile, what is theirs in the other areas, and what
 * they did lately. Each tab loads what it shows, when it is opened.
 */
export function personRoute<P extends AnyRoute>(below: () => P) {
  const page = createRoute({
    getParentRoute: below,
    path: '/users/$id',
    component: lazyPage(async () => (await import('./person-page.tsx')).PersonPage),
  })
  const within = () => page
  return page.addChildren([
    createRoute({
      getParentRoute: within,
      path: '/',
      staticData: { title: 'User', needs: needsOf('users.details') },
      component: lazyPage(async () => (await import('./person-profile.tsx')).PersonProfile),
    }),
    createRoute({
      getParentRoute: within,
      path: '/posts',
      staticData: { title: 'Posts of a user', needs: needsOf('posts.list') },
      component: lazyPage(async () => (await import('./person-lists.tsx')).PersonPosts),
    }),
    createRoute({
      getParentRoute: within,
      path: '/bills',
      staticData: { title: 'Bills of a user', needs: needsOf('bills.list') },
      component: lazyPage(async () => (await import('./person-lists.tsx')).PersonBills),
    }),
    createRoute({
      getParentRoute: within,
      path: '/tasks',
      staticData: { title: 'Tasks of a user', needs: needsOf('tasks.list') },
      component: lazyPage(async () => (await import('./person-lists.tsx')).PersonTasks),
    }),
    createRoute({
      getParentRoute: within,
      path: '/shopping-posts',
      staticData: { title: 'Shopping posts of a user', needs: needsOf('shoppingPosts.list') },
      component: lazyPage(async () => (await import('./person-lists.tsx')).PersonShoppingPosts),
    }),
    createRoute({
      getParentRoute: within,
      path: '/events',
      staticData: { title: 'Events of a user', needs: needsOf('events.list') },
      component: lazyPage(async () => (await import('./person-lists.tsx')).PersonEvents),
    }),
    createRoute({
      getParentRoute: within,
      path: '/activity',
      staticData: { title: 'Activity of a user', needs: needsOf('users.activity') },
      component: lazyPage(
        async () => (await import('../../features/users/user-activity.tsx')).UserActivityPage,
      ),
    }),
  ])
}
