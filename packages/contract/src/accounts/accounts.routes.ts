import { get, post, type Routes } from '../calls/route.ts'
import { permission } from '../permissions/permission.ts'

const decide = [permission('Users', 'Admins', 'status')] as const

/** How people get an account and back into it (specification section 7), and how staff let them in. */
export const accountsRoutes = {
  'accounts.registration': get('auth/admin-registration', 'public'),
  'accounts.register': post('auth/admin-register', 'public'),
  'accounts.confirmAddress': post('auth/admin-confirm-address', 'public'),
  'accounts.forgotPassword': post('auth/admin-forgot-password', 'public'),
  'accounts.checkLink': post('auth/admin-check-link', 'public'),
  'accounts.resetPassword': post('auth/admin-reset-password', 'public'),
  // The sidebar of every page makes this call every minute.
  'accounts.listWaiting': get('admin/user/waiting', decide, { byItself: true }),
  'accounts.approve': post('admin/user/approve/{id}', decide),
  'accounts.decline': post('admin/user/decline/{id}', decide),
  'accounts.invite': post('admin/user/invite/{id}', [permission('Users', 'Admins', 'create')]),
} as const satisfies Routes
