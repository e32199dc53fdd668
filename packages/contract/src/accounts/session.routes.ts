import type { Routes } from '../calls/route.ts'

/** Signing in and out (specification section 7, Authentication). */
export const sessionRoutes = {
  'session.login': { method: 'POST', path: 'auth/admin-login', needs: 'public' },
  'session.passkeyOptions': {
    method: 'POST',
    path: 'auth/admin-passkey-options',
    needs: 'public',
  },
  'session.passkeyLogin': { method: 'POST', path: 'auth/admin-passkey-login', needs: 'public' },
  'session.logout': {
    method: 'POST',
    path: 'admin/logout',
    needs: 'session',
    beforeSecondFactor: true,
    keyless: true,
  },
} as const satisfies Routes
