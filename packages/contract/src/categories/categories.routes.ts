import { recordRoutes, writeRoutes } from '../areas/record-routes.ts'
import type { Routes } from '../calls/route.ts'

/** The routes of categories (specification section 7, Other areas). */
export const categoriesRoutes = {
  ...recordRoutes('categories', ['admin/categories', 'admin/category']),
  ...writeRoutes('categories', 'admin/category'),
} as const satisfies Routes
