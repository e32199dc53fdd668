import { permission } from './permissions.ts'
import type { Routes } from './route.ts'

/** Users (specification section 7, Users). */
export const usersRoutes = {
  'users.listAdmins': {
    method: 'GET',
    path: 'admin/users/admin/list',
    needs: [permission('Users', 'Admins', 'list')],
  },
  'users.listBusiness': {
    method: 'GET',
    path: 'admin/business/users/list',
    needs: [permission('Users', 'Business users', 'list')],
  },
  'users.list': {
    method: 'GET',
    path: 'admin/users/list',
    needs: [
      permission('Users', 'Members', 'list'),
      permission('Users', 'Business users', 'list'),
      permission('Users', 'Admins', 'list'),
    ],
  },
  'users.details': {
    method: 'GET',
    path: 'admin/user/details/{id}',
    needs: [
      permission('Users', 'Members', 'view'),
      permission('Users', 'Business users', 'view'),
      permission('Users', 'Admins', 'view'),
    ],
  },
} as const satisfies Routes
