import { recordRoutes, writeRoutes } from '../areas/record-routes.ts'
import type { Routes } from '../calls/route.ts'

// The specification spells the path like this.
const path = 'admin/poll-and-survay'

/** The routes of polls (specification section 7, Other areas). */
export const pollsRoutes = {
  ...recordRoutes('polls', [path, path]),
  ...writeRoutes('polls', path),
} as const satisfies Routes
