import { permissionOn } from '../areas/area-permissions.ts'
import { recordRoutes } from '../areas/record-routes.ts'
import { post, type Routes } from '../calls/route.ts'

/** In one decision. */
export const maxDecidedPosts = 100

export const maxReasonLength = 300

export const maxMessageLength = 2_000

const remove = [permissionOn('posts', 'delete')] as const

/** Specification section 7, Other areas. */
export const postsRoutes = {
  ...recordRoutes('posts', ['admin/post-feed', 'admin/post-feed']),
  // Deactivating authors also needs the permission for their status.
  'posts.decide': post('admin/post-feed/decisions', remove),
  'posts.undoDecision': post('admin/post-feed/decisions/{id}/undo', remove),
} as const satisfies Routes
