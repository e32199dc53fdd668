import { permissionOn } from '../areas/area-permissions.ts'
import { recordRoutes } from '../areas/record-routes.ts'
import { post, type Routes } from '../calls/route.ts'

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
  'posts.decide': post('admin/post-feed/decisions', remove),
  'posts.undoDecision': post('admin/post-feed/decisions/{id}/undo', remove),
} as const satisfies Routes
