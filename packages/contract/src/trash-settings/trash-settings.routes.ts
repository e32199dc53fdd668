import { get, type Routes } from '../calls/route.ts'

export const trashRoutes = {
  'trash.settings': get('admin/trash', 'session'),
} as const satisfies Routes
