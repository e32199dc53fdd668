import { bulkNeeds, eachOnce, type Several } from '../areas/area-permissions.ts'
import { areas, type BulkAction, type BulkArea } from '../areas/areas.ts'
import type { Routes } from '../calls/route.ts'

/**
 * What can be done to many records at once, by area, and the permissions of each single action: any
 * one, where the records themselves decide which.
 */
export const jobActions = Object.fromEntries(
  Object.entries(areas).flatMap(([name, area]) =>
    'bulk' in area ? [[name, bulkNeeds(area)]] : [],
  ),
) as Readonly<Record<BulkArea, Readonly<Partial<Record<BulkAction, Several>>>>>

/** Jobs: one action on many records, done by the server in batches. */
export const jobsRoutes = {
  'jobs.create': {
    method: 'POST',
    path: 'admin/jobs',
    needs: eachOnce(Object.values(jobActions).flatMap((actions) => Object.values(actions).flat())),
  },
  'jobs.list': { method: 'GET', path: 'admin/jobs', needs: 'session' },
  'jobs.details': { method: 'GET', path: 'admin/jobs/{id}', needs: 'session' },
  'jobs.failures': { method: 'GET', path: 'admin/jobs/{id}/failures', needs: 'session' },
  'jobs.pause': { method: 'PUT', path: 'admin/jobs/{id}/pause', needs: 'session' },
  'jobs.resume': { method: 'PUT', path: 'admin/jobs/{id}/resume', needs: 'session' },
  'jobs.cancel': { method: 'PUT', path: 'admin/jobs/{id}/cancel', needs: 'session' },
  'jobs.undo': { method: 'POST', path: 'admin/jobs/{id}/undo', needs: 'session' },
} as const satisfies Routes
