import { del, get, post, put, type Routes } from '../calls/route.ts'
import { permission } from '../permissions/permission.ts'
import type { Permission } from '../permissions/permissions.ts'

/** The submodule of permissions for each type of user. */
export const userSubmodule = {
  admin: 'Admins',
  business: 'Business users',
  member: 'Members',
} as const satisfies Record<string, Extract<Permission, { module: 'Users' }>['submodule']>

type Action = 'list' | 'view' | 'create' | 'update' | 'status' | 'delete' | 'purge'

/** The permissions for an action on any type of user; the handler checks the one for the user's own type. */
const anyType = <A extends Action>(action: A) =>
  [
    permission('Users', 'Members', action),
    permission('Users', 'Business users', action),
    permission('Users', 'Admins', action),
  ] as const

/** The routes of users (specification section 7, Users). */
export const usersRoutes = {
  'users.listAdmins': get('admin/users/admin/list', [permission('Users', 'Admins', 'list')]),
  'users.listBusiness': get('admin/business/users/list', [
    permission('Users', 'Business users', 'list'),
  ]),
  'users.list': get('admin/users/list', anyType('list')),
  'users.details': get('admin/user/details/{id}', anyType('view')),
  'users.activity': get('admin/user/activity/{id}', anyType('view')),
  'users.create': post('admin/user/create', anyType('create')),
  'users.update': put('admin/user/update/{id}', anyType('update')),
  'users.changeStatus': get('admin/user/change/status/{id}', anyType('status'), {
    changesState: true,
  }),
  'users.setShoppingFeed': put('admin/user/{userId}/shopping-feed/status', [
    permission('Users', 'Shopping feed', 'update'),
  ]),
  'users.delete': get('admin/user/delete/{id}', anyType('delete'), { changesState: true }),
  'users.restore': put('admin/user/{id}/restore', anyType('delete'), {
    describedPath: 'admin/user/restore/{id}',
  }),
  'users.assignRole': post('admin/users/assign-role/role', [
    permission('Users', 'Admins', 'update'),
  ]),
  'users.purge': del('admin/user/purge/{id}', anyType('purge')),
} as const satisfies Routes
