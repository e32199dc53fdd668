import { eachOnce, needsOf } from '../areas/area-permissions.ts'
import { areas, type ExportArea } from '../areas/areas.ts'
import { get, post, type Routes } from '../calls/route.ts'
import type { Permission } from '../permissions/permissions.ts'

/** The permissions for each export, any one of which is enough. */
export const exportNeeds = Object.fromEntries(
  Object.values(areas).flatMap((area) =>
    area.exported.map((list) => [list, needsOf(area, list, 'list')]),
  ),
) as Readonly<Record<ExportArea, readonly [Permission, ...Permission[]]>>

export const exportsRoutes = {
  'exports.create': post('admin/exports', eachOnce(Object.values(exportNeeds).flat()), {
    keyless: true,
  }),
  'exports.file': get('exports/{token}', 'public', { changesState: true }),
} as const satisfies Routes
