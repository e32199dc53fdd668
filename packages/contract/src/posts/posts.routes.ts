import { permissionOn } from '../areas/area-permissions.ts'
import { recordRoutes } from '../areas/record-routes.ts'
import { post, type Routes } from '../calls/route.ts'

/** How many posts one decision may name. */
export const maxDecidedPosts = 100

export const maxReasonLength = 300

export const maxMessageLength = 2_000

const remove = [permissionOn('posts', 'delete')] as const

/** The routes of posts (specification section 7, Other areas). */
export const postsRoutes = {
  ...recordRoutes('posts', ['admin/post-feed', 'admin/post-feed']),
  // To deactivate authors, a person also needs the permission to change the status of each.
  'posts.decide': post('admin/post-feed/decisions', remove),
  'posts.undoDecision': post('admin/post-feed/decisions/{id}/undo', remove),
} as const satisfies Routes
