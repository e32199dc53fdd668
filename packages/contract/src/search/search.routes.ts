import { get, type Routes } from '../calls/route.ts'

/** The routes of the search in all areas that the person may list. */
export const searchRoutes = {
  'search.everywhere': get('admin/search', 'session'),
} as const satisfies Routes
