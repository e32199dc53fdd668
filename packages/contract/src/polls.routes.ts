import { permissionOn } from './area-permissions.ts'
import type { Routes } from './route.ts'

/** Polls and surveys (specification section 7, Other areas). */
export const pollsRoutes = {
  'polls.list': {
    method: 'GET',
    path: 'admin/poll-and-survay',
    needs: [permissionOn('polls', 'list')],
  },
} as const satisfies Routes
