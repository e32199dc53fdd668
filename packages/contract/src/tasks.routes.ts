import { permissionOn } from './area-permissions.ts'
import type { Routes } from './route.ts'

/** Tasks (specification section 7, Other areas). */
export const tasksRoutes = {
  'tasks.list': {
    method: 'GET',
    path: 'admin/tasks',
    needs: [permissionOn('tasks', 'list')],
  },
  'tasks.delete': {
    method: 'DELETE',
    path: 'admin/tasks/{id}',
    needs: [permissionOn('tasks', 'delete')],
  },
  'tasks.restore': {
    method: 'PUT',
    path: 'admin/tasks/{id}/restore',
    needs: [permissionOn('tasks', 'delete')],
  },
  'tasks.purge': {
    method: 'DELETE',
    path: 'admin/tasks/{id}/purge',
    needs: [permissionOn('tasks', 'purge')],
  },
} as const satisfies Routes
