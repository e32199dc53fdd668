import { permissionOn } from '../areas/area-permissions.ts'
import { recordRoutes, writeRoutes } from '../areas/record-routes.ts'
import type { Routes } from '../calls/route.ts'

const list = [permissionOn('tasks', 'list')] as const
const comment = permissionOn('tasks', 'comment')
const remove = permissionOn('tasks', 'delete')

/** Tasks (specification section 7, Other areas), and what is said about them. */
export const tasksRoutes = {
  ...recordRoutes('tasks', ['admin/tasks', 'admin/tasks']),
  ...writeRoutes('tasks', 'admin/tasks'),
  'tasks.comments': { method: 'GET', path: 'admin/tasks/{id}/comments', needs: list },
  'tasks.comment': { method: 'POST', path: 'admin/tasks/{id}/comments', needs: [comment] },
  // One's own with the permission to comment, anybody's with that to delete tasks.
  'tasks.deleteComment': {
    method: 'DELETE',
    path: 'admin/tasks/{id}/comments/{commentId}',
    needs: [comment, remove],
  },
  'tasks.restoreComment': {
    method: 'PUT',
    path: 'admin/tasks/{id}/comments/{commentId}/restore',
    needs: [comment, remove],
  },
} as const satisfies Routes
