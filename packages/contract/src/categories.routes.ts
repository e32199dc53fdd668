import { permissionOn } from './area-permissions.ts'
import type { Routes } from './route.ts'

const remove = [permissionOn('categories', 'delete')] as const

/** Categories (specification section 7, Other areas). */
export const categoriesRoutes = {
  'categories.list': {
    method: 'GET',
    path: 'admin/categories',
    needs: [permissionOn('categories', 'list')],
  },
  'categories.details': {
    method: 'GET',
    path: 'admin/category/{id}',
    needs: [permissionOn('categories', 'list')],
  },
  'categories.create': {
    method: 'POST',
    path: 'admin/category',
    needs: [permissionOn('categories', 'create')],
  },
  'categories.update': {
    method: 'PUT',
    path: 'admin/category/{id}',
    needs: [permissionOn('categories', 'update')],
  },
  'categories.delete': { method: 'DELETE', path: 'admin/category/{id}', needs: remove },
  'categories.restore': { method: 'PUT', path: 'admin/category/{id}/restore', needs: remove },
  'categories.purge': {
    method: 'DELETE',
    path: 'admin/category/{id}/purge',
    needs: [permissionOn('categories', 'purge')],
  },
} as const satisfies Routes
