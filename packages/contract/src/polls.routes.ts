import { permissionOn } from './area-permissions.ts'
import type { Routes } from './route.ts'

/** Polls and surveys (specification section 7, Other areas). */
export const pollsRoutes = {
  'polls.list': {
    method: 'GET',
    path: 'admin/poll-and-survay',
    needs: [permissionOn('polls', 'list')],
  },
  'polls.create': {
    method: 'POST',
    path: 'admin/poll-and-survay',
    needs: [permissionOn('polls', 'create')],
  },
  'polls.update': {
    method: 'PUT',
    path: 'admin/poll-and-survay/{id}',
    needs: [permissionOn('polls', 'update')],
  },
  'polls.details': {
    method: 'GET',
    path: 'admin/poll-and-survay/{id}',
    needs: [permissionOn('polls', 'list')],
  },
  'polls.delete': {
    method: 'DELETE',
    path: 'admin/poll-and-survay/{id}',
    needs: [permissionOn('polls', 'delete')],
  },
  'polls.restore': {
    method: 'PUT',
    path: 'admin/poll-and-survay/{id}/restore',
    needs: [permissionOn('polls', 'delete')],
  },
  'polls.purge': {
    method: 'DELETE',
    path: 'admin/poll-and-survay/{id}/purge',
    needs: [permissionOn('polls', 'purge')],
  },
} as const satisfies Routes
