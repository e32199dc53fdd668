import { recordRoutes, writeRoutes } from '../areas/record-routes.ts'
import type { Routes } from '../calls/route.ts'

// As the specification spells it.
const path = 'admin/poll-and-survay'

/** Specification section 7, Other areas. */
export const pollsRoutes = {
  ...recordRoutes('polls', [path, path]),
  ...writeRoutes('polls', path),
} as const satisfies Routes
