import { permissionOn } from '../areas/area-permissions.ts'
import { recordRoutes, writeRoutes } from '../areas/record-routes.ts'
import { del, get, post, put, type Routes } from '../calls/route.ts'

const list = [permissionOn('tasks', 'list')] as const
const comment = permissionOn('tasks', 'comment')
const remove = permissionOn('tasks', 'delete')

/** The routes of tasks (specification section 7, Other areas). */
export const tasksRoutes = {
  ...recordRoutes('tasks', ['admin/tasks', 'admin/tasks']),
  ...writeRoutes('tasks', 'admin/tasks'),
  'tasks.comments': get('admin/tasks/{id}/comments', list),
  'tasks.comment': post('admin/tasks/{id}/comments', [comment]),
  // People delete their own comments with `comment`, anybody's with `delete`.
  'tasks.deleteComment': del('admin/tasks/{id}/comments/{commentId}', [comment, remove]),
  'tasks.restoreComment': put('admin/tasks/{id}/comments/{commentId}/restore', [comment, remove]),
} as const satisfies Routes
