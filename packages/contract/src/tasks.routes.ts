import { permissionOn } from './area-permissions.ts'
import type { Routes } from './route.ts'

/** Tasks (specification section 7, Other areas). */
export const tasksRoutes = {
  'tasks.list': {
    method: 'GET',
    path: 'admin/tasks',
    needs: [permissionOn('tasks', 'list')],
  },
} as const satisfies Routes
