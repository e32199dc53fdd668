import type { Routes } from '../calls/route.ts'
import { permission } from '../permissions/permission.ts'
import type { Permission } from '../permissions/permissions.ts'

/** The submodule whose permissions cover users of a type. */
export const userSubmodule = {
  admin: 'Admins',
  business: 'Business users',
  member: 'Members',
} as const satisfies Record<string, Extract<Permission, { module: 'Users' }>['submodule']>

type Action = 'list' | 'view' | 'create' | 'update' | 'status' | 'delete' | 'purge'

/** An action on people of any type; which type it is, the person decides. */
const anyType = <A extends Action>(action: A) =>
  [
    permission('Users', 'Members', action),
    permission('Users', 'Business users', action),
    permission('Users', 'Admins', action),
  ] as const

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
  'users.list': { method: 'GET', path: 'admin/users/list', needs: anyType('list') },
  'users.details': { method: 'GET', path: 'admin/user/details/{id}', needs: anyType('view') },
  'users.activity': { method: 'GET', path: 'admin/user/activity/{id}', needs: anyType('view') },
  'users.create': { method: 'POST', path: 'admin/user/create', needs: anyType('create') },
  'users.update': { method: 'PUT', path: 'admin/user/update/{id}', needs: anyType('update') },
  'users.changeStatus': {
    method: 'GET',
    path: 'admin/user/change/status/{id}',
    needs: anyType('status'),
    changesState: true,
  },
  'users.setShoppingFeed': {
    method: 'PUT',
    path: 'admin/user/{userId}/shopping-feed/status',
    needs: [permission('Users', 'Shopping feed', 'update')],
  },
  'users.delete': {
    method: 'GET',
    path: 'admin/user/delete/{id}',
    needs: anyType('delete'),
    changesState: true,
  },
  'users.restore': {
    method: 'PUT',
    path: 'admin/user/{id}/restore',
    describedPath: 'admin/user/restore/{id}',
    needs: anyType('delete'),
  },
  'users.assignRole': {
    method: 'POST',
    path: 'admin/users/assign-role/role',
    needs: [permission('Users', 'Admins', 'update')],
  },
  'users.purge': {
    method: 'DELETE',
    path: 'admin/user/purge/{id}',
    needs: anyType('purge'),
  },
} as const satisfies Routes
