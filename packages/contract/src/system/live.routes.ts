import type { Routes } from '../calls/route.ts'

/** Live changes: one event stream a tab (server-sent events). */
export const liveRoutes = {
  'live.stream': { method: 'GET', path: 'admin/live', needs: 'session', byItself: true },
  'live.presence': {
    method: 'PUT',
    path: 'admin/live/presence',
    needs: 'session',
    readsOnly: true,
    byItself: true,
  },
} as const satisfies Routes
