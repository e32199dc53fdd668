import { permissionOn } from '../areas/area-permissions.ts'
import { recordRoutes } from '../areas/record-routes.ts'
import type { Routes } from '../calls/route.ts'

/** Posts of one decision. */
export const maxDecidedPosts = 100

/** Characters of the reason of a decision. */
export const maxReasonLength = 300

/** Characters of a message to an author. */
export const maxMessageLength = 2_000

const remove = [permissionOn('posts', 'delete')] as const

/** Feed posts (specification section 7, Other areas). */
export const postsRoutes = {
  ...recordRoutes('posts', ['admin/post-feed', 'admin/post-feed']),
  // Deactivating authors needs, beside it, the permission for the status of each of them.
  'posts.decide': { method: 'POST', path: 'admin/post-feed/decisions', needs: remove },
  'posts.undoDecision': {
    method: 'POST',
    path: 'admin/post-feed/decisions/{id}/undo',
    needs: remove,
  },
} as const satisfies Routes
