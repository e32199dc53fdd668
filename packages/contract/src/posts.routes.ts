import { permission } from './permissions.ts'
import type { Routes } from './route.ts'

/** Feed posts (specification section 7, Other areas). */
export const postsRoutes = {
  'posts.list': {
    method: 'GET',
    path: 'admin/post-feed',
    needs: [permission('Community', 'Feed posts', 'list')],
  },
} as const satisfies Routes
