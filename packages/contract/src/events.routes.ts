import { permissionOn } from './area-permissions.ts'
import type { Routes } from './route.ts'

/** Events (specification section 7, Other areas). */
export const eventsRoutes = {
  'events.list': {
    method: 'GET',
    path: 'admin/events',
    needs: [permissionOn('events', 'list')],
  },
  'events.create': {
    method: 'POST',
    path: 'admin/events',
    needs: [permissionOn('events', 'create')],
  },
  'events.update': {
    method: 'PUT',
    path: 'admin/events/{id}',
    needs: [permissionOn('events', 'update')],
  },
  'events.details': {
    method: 'GET',
    path: 'admin/events/{id}',
    needs: [permissionOn('events', 'list')],
  },
  'events.delete': {
    method: 'DELETE',
    path: 'admin/events/{id}',
    needs: [permissionOn('events', 'delete')],
  },
  'events.restore': {
    method: 'PUT',
    path: 'admin/events/{id}/restore',
    needs: [permissionOn('events', 'delete')],
  },
  'events.purge': {
    method: 'DELETE',
    path: 'admin/events/{id}/purge',
    needs: [permissionOn('events', 'purge')],
  },
} as const satisfies Routes
