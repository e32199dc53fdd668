import { eachOnce, needsOf } from '../areas/area-permissions.ts'
import { areas, type ImportArea } from '../areas/areas.ts'
import { del, get, post, type Routes } from '../calls/route.ts'
import { allPermissions, type Permission } from '../permissions/permissions.ts'

/** The permission for each import. An import of members that holds business users needs theirs as well. */
export const importNeeds = Object.fromEntries(
  Object.values(areas).flatMap((area) =>
    area.imported.map((list) => [list, needsOf(area, list, 'import')[0]]),
  ),
) as Readonly<Record<ImportArea, Permission>>

/** The permissions, beside the import's own, to overwrite existing records: each for some of the columns. */
export function overwriteNeeds(area: ImportArea): readonly Permission[] {
  const own = importNeeds[area]
  return allPermissions.filter(
    ({ module, submodule, action }) =>
      (module === own.module &&
        submodule === own.submodule &&
        (action === 'update' || action === 'status')) ||
      (area === 'members' && submodule === 'Shopping feed'),
  )
}

/** In how many rows an import may correct cells without a change of its file. */
export const maxCorrections = 200

export const maxImportBytes = 200 * 1024 * 1024

export const importsRoutes = {
  'imports.create': post('admin/imports', eachOnce(Object.values(importNeeds))),
  'imports.details': get('admin/imports/{id}', 'session'),
  'imports.preview': post('admin/imports/{id}/preview', 'session', { keyless: true }),
  'imports.start': post('admin/imports/{id}/start', 'session'),
  'imports.report': get('admin/imports/{id}/report', 'session'),
  'imports.delete': del('admin/imports/{id}', 'session'),
} as const satisfies Routes
