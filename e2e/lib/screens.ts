import { t, within } from './messages.ts'

/**
 * Every screen behind the sign-in, and what opens over one or beside it. Most lists show ten rows: more of the same
 * rows only take longer to look at.
 */
export const screens = [
  '/dashboard',
  '/roles?limit=10',
  '/roles/inactive?limit=10',
  '/roles/deleted',
  '/roles/new',
  '/roles/compare',
  '/users/admins?limit=10',
  '/users/business?limit=10',
  '/users/members?limit=10',
  '/users/waiting?limit=10',
  '/users/new',
  '/events?filters=none&limit=10',
  '/events?view=calendar',
  '/polls?filters=none&limit=10',
  '/tasks?filters=none&limit=10',
  '/tasks?view=board',
  '/bills?filters=none&limit=10',
  '/bills?edit=new',
  '/posts',
  '/categories?limit=10',
  '/categories?view=tree',
  '/shopping-posts?limit=10',
  '/audit-log?limit=10',
  '/import/members',
  '/profile',
  '/integrations',
  '/integrations/sign-in',
  '/integrations/provisioning',
  '/integrations/keys',
  '/integrations/webhooks',
  '/integrations/agents',
  '/nowhere',
]

/** Every screen before the sign-in, with the words of its title. */
export const publicScreens: readonly [path: string, title: string | RegExp][] = [
  ['/', within('Sign in to {app}')],
  ['/404', t('Page not found')],
  ['/500', t('Server error')],
]
