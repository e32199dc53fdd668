import { bulkNeeds, eachOnce, type Several } from '../areas/area-permissions.ts'
import { areas, type BulkAction, type BulkArea } from '../areas/areas.ts'
import { get, post, put, type Routes } from '../calls/route.ts'

/** The permissions for each action on many records, any one of which is enough. */
export const jobActions = Object.fromEntries(
  Object.entries(areas).flatMap(([name, area]) =>
    'bulk' in area ? [[name, bulkNeeds(area)]] : [],
  ),
) as Readonly<Record<BulkArea, Readonly<Partial<Record<BulkAction, Several>>>>>

/** The routes of jobs, which the server works through in batches. */
export const jobsRoutes = {
  'jobs.create': post(
    'admin/jobs',
    eachOnce(Object.values(jobActions).flatMap((actions) => Object.values(actions).flat())),
  ),
  'jobs.list': get('admin/jobs', 'session'),
  'jobs.details': get('admin/jobs/{id}', 'session'),
  'jobs.failures': get('admin/jobs/{id}/failures', 'session'),
  'jobs.pause': put('admin/jobs/{id}/pause', 'session'),
  'jobs.resume': put('admin/jobs/{id}/resume', 'session'),
  'jobs.cancel': put('admin/jobs/{id}/cancel', 'session'),
  'jobs.undo': post('admin/jobs/{id}/undo', 'session'),
} as const satisfies Routes
