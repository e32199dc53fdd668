import { permissionOn } from './area-permissions.ts'
import type { Routes } from './route.ts'

const list = [permissionOn('tasks', 'list')] as const
const comment = permissionOn('tasks', 'comment')
const remove = permissionOn('tasks', 'delete')

/** Tasks (specification section 7, Other areas), and what is said about them. */
export const tasksRoutes = {
  'tasks.list': { method: 'GET', path: 'admin/tasks', needs: list },
  'tasks.create': {
    method: 'POST',
    path: 'admin/tasks',
    needs: [permissionOn('tasks', 'create')],
  },
  'tasks.details': { method: 'GET', path: 'admin/tasks/{id}', needs: list },
  'tasks.update': {
    method: 'PUT',
    path: 'admin/tasks/{id}',
    needs: [permissionOn('tasks', 'update')],
  },
  'tasks.delete': { method: 'DELETE', path: 'admin/tasks/{id}', needs: [remove] },
  'tasks.restore': { method: 'PUT', path: 'admin/tasks/{id}/restore', needs: [remove] },
  'tasks.purge': {
    method: 'DELETE',
    path: 'admin/tasks/{id}/purge',
    needs: [permissionOn('tasks', 'purge')],
  },
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
