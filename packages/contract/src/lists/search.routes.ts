import { get, type Routes } from '../calls/route.ts'

/** In the areas that the person may list. */
export const searchRoutes = {
  'search.everywhere': get('admin/search', 'session'),
} as const satisfies Routes
