import { permission } from './permissions.ts'
import type { Routes } from './route.ts'

const submodule = ['Catalogue', 'Categories'] as const
const remove = [permission(...submodule, 'delete')] as const

/** Categories (specification section 7, Other areas). */
export const categoriesRoutes = {
  'categories.list': {
    method: 'GET',
    path: 'admin/categories',
    needs: [permission(...submodule, 'list')],
  },
  'categories.create': {
    method: 'POST',
    path: 'admin/category',
    needs: [permission(...submodule, 'create')],
  },
  'categories.update': {
    method: 'PUT',
    path: 'admin/category/{id}',
    needs: [permission(...submodule, 'update')],
  },
  'categories.delete': { method: 'DELETE', path: 'admin/category/{id}', needs: remove },
  'categories.restore': { method: 'PUT', path: 'admin/category/{id}/restore', needs: remove },
} as const satisfies Routes
