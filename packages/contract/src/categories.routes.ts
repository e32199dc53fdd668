import { permission } from './permissions.ts'
import type { Routes } from './route.ts'

/** Categories (specification section 7, Other areas). */
export const categoriesRoutes = {
  'categories.list': {
    method: 'GET',
    path: 'admin/categories',
    needs: [permission('Catalogue', 'Categories', 'list')],
  },
} as const satisfies Routes
