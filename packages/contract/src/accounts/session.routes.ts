import { post, type Routes } from '../calls/route.ts'

/** The routes of the session (specification section 7, Authentication). */
export const sessionRoutes = {
  'session.login': post('auth/admin-login', 'public'),
  'session.passkeyOptions': post('auth/admin-passkey-options', 'public'),
  'session.passkeyLogin': post('auth/admin-passkey-login', 'public'),
  'session.logout': post('admin/logout', 'session', {
    beforeSecondFactor: true,
    keyless: true,
    personal: true,
  }),
} as const satisfies Routes
