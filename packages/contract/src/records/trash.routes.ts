import type { Routes } from '../calls/route.ts'

/** The trash: what concerns deleted records of every area. */
export const trashRoutes = {
  'trash.settings': { method: 'GET', path: 'admin/trash', needs: 'session' },
} as const satisfies Routes
