import { get, type Routes } from '../calls/route.ts'

/** The trash: what concerns deleted records of every area. */
export const trashRoutes = {
  'trash.settings': get('admin/trash', 'session'),
} as const satisfies Routes
