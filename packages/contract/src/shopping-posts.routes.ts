import { permission } from './permissions.ts'
import type { Routes } from './route.ts'

/** Shopping posts (specification section 7, Other areas). */
export const shoppingPostsRoutes = {
  'shoppingPosts.list': {
    method: 'GET',
    path: 'admin/shopping-posts',
    needs: [permission('Catalogue', 'Shopping posts', 'list')],
  },
} as const satisfies Routes
