import { permission } from './permissions.ts'
import type { Routes } from './route.ts'

const submodule = ['Catalogue', 'Shopping posts'] as const

/** Shopping posts (specification section 7, Other areas). */
export const shoppingPostsRoutes = {
  'shoppingPosts.list': {
    method: 'GET',
    path: 'admin/shopping-posts',
    needs: [permission(...submodule, 'list')],
  },
  'shoppingPosts.status': {
    method: 'PUT',
    path: 'admin/shopping-posts/{id}/status',
    needs: [permission(...submodule, 'status')],
  },
  'shoppingPosts.delete': {
    method: 'DELETE',
    path: 'admin/shopping-posts/{id}',
    needs: [permission(...submodule, 'delete')],
  },
  'shoppingPosts.restore': {
    method: 'PUT',
    path: 'admin/shopping-posts/{id}/restore',
    needs: [permission(...submodule, 'restore')],
  },
} as const satisfies Routes
