import { permissionOn } from '../areas/area-permissions.ts'
import { del, get, patch, post, type Routes } from '../calls/route.ts'
import { permission } from '../permissions/permission.ts'

const list = [permissionOn('roles', 'list')] as const
const update = [permissionOn('roles', 'update')] as const

/** The routes of roles (specification section 7, Roles). */
export const rolesRoutes = {
  'roles.list': get('admin/role/all/role', list),
  'roles.listInactive': get('admin/role/get-all-inactive/role', list),
  'roles.listDeleted': get('admin/role/get-all-deleted/role', list),
  'roles.updateSecurity': patch('admin/role/update-security/role', update),
  'roles.listAssignable': get('admin/role/assignable/role', [
    permission('Users', 'Admins', 'update'),
    permission('Users', 'Admins', 'create'),
  ]),
  'roles.create': post('admin/role/create/role', [permissionOn('roles', 'create')]),
  'roles.update': patch('admin/role/update/role', update),
  'roles.updateImage': patch('admin/role/update-image/role', update),
  'roles.updateStatus': patch('admin/role/update-status/role', [permissionOn('roles', 'status')]),
  'roles.delete': del('admin/role/delete/role/{id}', [permissionOn('roles', 'delete')]),
  'roles.restore': patch('admin/role/restore/deleted/role/{id}', [
    permissionOn('roles', 'restore'),
  ]),
  'roles.effect': post('admin/role/effect/role', update, { readsOnly: true }),
  'roles.replay': post('admin/role/replay/role', update, { readsOnly: true }),
  'roles.preview': post('admin/role/preview/role', [permissionOn('roles', 'preview')], {
    keyless: true,
    personal: true,
  }),
  'roles.purge': del('admin/role/purge/role/{id}', [permissionOn('roles', 'purge')]),
} as const satisfies Routes
