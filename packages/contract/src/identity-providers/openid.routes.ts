import { get, post, put, type Routes } from '../calls/route.ts'

/** The routes of signing in at an identity provider, and of one's own account there. */
export const openidRoutes = {
  'openid.start': post('auth/openid/start', 'public'),
  'openid.finish': post('auth/openid/finish', 'public'),
  'openid.own': get('admin/profile/openid', 'session', {
    beforeSecondFactor: true,
    personal: true,
  }),
  'openid.startOwn': post('admin/profile/openid/start', 'session', {
    keyless: true,
    personal: true,
  }),
  'openid.finishOwn': post('admin/profile/openid/finish', 'session', {
    keyless: true,
    personal: true,
  }),
  'openid.keepPassword': put('admin/profile/openid/keep-password', 'session', { personal: true }),
} as const satisfies Routes
