import { get, type Routes } from '../calls/route.ts'

/** Search everywhere: in the records of all areas that the person may list. */
export const searchRoutes = {
  'search.everywhere': get('admin/search', 'session'),
} as const satisfies Routes
