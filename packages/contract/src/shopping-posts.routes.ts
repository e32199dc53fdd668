import { permissionOn } from './area-permissions.ts'
import type { Routes } from './route.ts'

/** Shopping posts (specification section 7, Other areas). */
export const shoppingPostsRoutes = {
  'shoppingPosts.list': {
    method: 'GET',
    path: 'admin/shopping-posts',
    needs: [permissionOn('shoppingPosts', 'list')],
  },
  'shoppingPosts.details': {
    method: 'GET',
    path: 'admin/shopping-posts/{id}',
    needs: [permissionOn('shoppingPosts', 'list')],
  },
  'shoppingPosts.status': {
    method: 'PUT',
    path: 'admin/shopping-posts/{id}/status',
    needs: [permissionOn('shoppingPosts', 'status')],
  },
  'shoppingPosts.delete': {
    method: 'DELETE',
    path: 'admin/shopping-posts/{id}',
    needs: [permissionOn('shoppingPosts', 'delete')],
  },
  'shoppingPosts.restore': {
    method: 'PUT',
    path: 'admin/shopping-posts/{id}/restore',
    needs: [permissionOn('shoppingPosts', 'restore')],
  },
  'shoppingPosts.purge': {
    method: 'DELETE',
    path: 'admin/shopping-posts/{id}/purge',
    needs: [permissionOn('shoppingPosts', 'purge')],
  },
} as const satisfies Routes
