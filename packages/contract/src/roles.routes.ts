import { permission } from './permissions.ts'
import type { Routes } from './route.ts'

const list = [permission('Roles', 'Roles', 'list')] as const

/** Roles (specification section 7, Roles). */
export const rolesRoutes = {
  'roles.list': { method: 'GET', path: 'admin/role/all/role', needs: list },
  'roles.listInactive': { method: 'GET', path: 'admin/role/get-all-inactive/role', needs: list },
  'roles.listDeleted': { method: 'GET', path: 'admin/role/get-all-deleted/role', needs: list },
} as const satisfies Routes
