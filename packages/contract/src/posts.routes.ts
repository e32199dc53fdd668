import { permissionOn } from './area-permissions.ts'
import type { Routes } from './route.ts'

const remove = [permissionOn('posts', 'delete')] as const

/** Feed posts (specification section 7, Other areas). */
export const postsRoutes = {
  'posts.list': {
    method: 'GET',
    path: 'admin/post-feed',
    needs: [permissionOn('posts', 'list')],
  },
  'posts.details': {
    method: 'GET',
    path: 'admin/post-feed/{id}',
    needs: [permissionOn('posts', 'list')],
  },
  'posts.delete': { method: 'DELETE', path: 'admin/post-feed/{id}', needs: remove },
  'posts.restore': { method: 'PUT', path: 'admin/post-feed/{id}/restore', needs: remove },
  'posts.purge': {
    method: 'DELETE',
    path: 'admin/post-feed/{id}/purge',
    needs: [permissionOn('posts', 'purge')],
  },
} as const satisfies Routes
