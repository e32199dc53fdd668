import type { Routes } from '../calls/route.ts'
import { permission } from '../permissions/permission.ts'

const decide = [permission('Users', 'Admins', 'status')] as const

/**
 * How people get an account and get back into it (specification section 7, Authentication), and
 * how staff let them in.
 */
export const accountsRoutes = {
  'accounts.registration': { method: 'GET', path: 'auth/admin-registration', needs: 'public' },
  'accounts.register': { method: 'POST', path: 'auth/admin-register', needs: 'public' },
  'accounts.confirmAddress': {
    method: 'POST',
    path: 'auth/admin-confirm-address',
    needs: 'public',
  },
  'accounts.forgotPassword': {
    method: 'POST',
    path: 'auth/admin-forgot-password',
    needs: 'public',
  },
  'accounts.checkLink': { method: 'POST', path: 'auth/admin-check-link', needs: 'public' },
  'accounts.resetPassword': { method: 'POST', path: 'auth/admin-reset-password', needs: 'public' },
  // How many wait stands in the sidebar of every page, and is asked for anew every minute.
  'accounts.listWaiting': {
    method: 'GET',
    path: 'admin/user/waiting',
    needs: decide,
    byItself: true,
  },
  'accounts.approve': { method: 'POST', path: 'admin/user/approve/{id}', needs: decide },
  'accounts.decline': { method: 'POST', path: 'admin/user/decline/{id}', needs: decide },
  'accounts.invite': {
    method: 'POST',
    path: 'admin/user/invite/{id}',
    needs: [permission('Users', 'Admins', 'create')],
  },
} as const satisfies Routes
