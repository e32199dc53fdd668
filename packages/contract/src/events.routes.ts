import { permissionOn } from './area-permissions.ts'
import type { Routes } from './route.ts'

/** Events (specification section 7, Other areas). */
export const eventsRoutes = {
  'events.list': {
    method: 'GET',
    path: 'admin/events',
    needs: [permissionOn('events', 'list')],
  },
} as const satisfies Routes
