import type { Routes } from '../calls/route.ts'
import { permission } from '../permissions/permission.ts'

const list = [permission('Roles', 'Roles', 'list')] as const
const update = [permission('Roles', 'Roles', 'update')] as const

/** Roles (specification section 7, Roles). */
export const rolesRoutes = {
  'roles.list': { method: 'GET', path: 'admin/role/all/role', needs: list },
  'roles.listInactive': { method: 'GET', path: 'admin/role/get-all-inactive/role', needs: list },
  'roles.listDeleted': { method: 'GET', path: 'admin/role/get-all-deleted/role', needs: list },
  'roles.updateSecurity': {
    method: 'PATCH',
    path: 'admin/role/update-security/role',
    needs: update,
  },
  'roles.listAssignable': {
    method: 'GET',
    path: 'admin/role/assignable/role',
    needs: [permission('Users', 'Admins', 'update'), permission('Users', 'Admins', 'create')],
  },
  'roles.create': {
    method: 'POST',
    path: 'admin/role/create/role',
    needs: [permission('Roles', 'Roles', 'create')],
  },
  'roles.update': { method: 'PATCH', path: 'admin/role/update/role', needs: update },
  'roles.updateImage': { method: 'PATCH', path: 'admin/role/update-image/role', needs: update },
  'roles.updateStatus': {
    method: 'PATCH',
    path: 'admin/role/update-status/role',
    needs: [permission('Roles', 'Roles', 'status')],
  },
  'roles.delete': {
    method: 'DELETE',
    path: 'admin/role/delete/role/{id}',
    needs: [permission('Roles', 'Roles', 'delete')],
  },
  'roles.restore': {
    method: 'PATCH',
    path: 'admin/role/restore/deleted/role/{id}',
    needs: [permission('Roles', 'Roles', 'restore')],
  },
  'roles.effect': {
    method: 'POST',
    path: 'admin/role/effect/role',
    needs: update,
    readsOnly: true,
  },
  'roles.preview': {
    method: 'POST',
    path: 'admin/role/preview/role',
    needs: [permission('Roles', 'Roles', 'preview')],
    keyless: true,
  },
  'roles.purge': {
    method: 'DELETE',
    path: 'admin/role/purge/role/{id}',
    needs: [permission('Roles', 'Roles', 'purge')],
  },
} as const satisfies Routes
