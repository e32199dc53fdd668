/** Every screen behind the sign-in, and what opens over one or beside it. */
export const screens = [
  '/dashboard',
  '/roles',
  '/roles/inactive',
  '/roles/deleted',
  '/roles/new',
  '/roles/compare',
  '/users/admins',
  '/users/business',
  '/users/members',
  '/users/waiting',
  '/users/new',
  '/events?filters=none',
  '/events?view=calendar',
  '/polls?filters=none',
  '/tasks?filters=none',
  '/tasks?view=board',
  '/bills?filters=none',
  '/bills?edit=new',
  '/posts',
  '/categories',
  '/categories?view=tree',
  '/shopping-posts',
  '/audit-log',
  '/import/members',
  '/profile',
  '/nowhere',
]

/** Every screen before the sign-in, with the words of its title. */
export const publicScreens: readonly [path: string, title: RegExp][] = [
  ['/', /Sign in/],
  ['/404', /not found|nothing/i],
  ['/500', /wrong|error/i],
]
