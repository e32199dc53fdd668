import { recordRoutes, writeRoutes } from '../areas/record-routes.ts'
import type { Routes } from '../calls/route.ts'

/** The routes of events (specification section 7, Other areas). */
export const eventsRoutes = {
  ...recordRoutes('events', ['admin/events', 'admin/events']),
  ...writeRoutes('events', 'admin/events'),
} as const satisfies Routes
