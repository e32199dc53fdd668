import { permissionOn } from '../areas/area-permissions.ts'
import { recordRoutes } from '../areas/record-routes.ts'
import { put, type Routes } from '../calls/route.ts'

/** The routes of shopping posts (specification section 7, Other areas). */
export const shoppingPostsRoutes = {
  ...recordRoutes('shoppingPosts', ['admin/shopping-posts', 'admin/shopping-posts'], 'restore'),
  'shoppingPosts.status': put('admin/shopping-posts/{id}/status', [
    permissionOn('shoppingPosts', 'status'),
  ]),
} as const satisfies Routes
