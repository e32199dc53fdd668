import type { AreaName } from '@steward/contract/areas/areas'
import { hasPlain } from '@steward/contract/lists/filter-kinds'
import { conditionFilters, type Where } from '@steward/contract/permissions/conditions'

/** Whether a key of a query takes several values. */
function takesSeveral(area: AreaName, key: string): boolean {
  if (key.endsWith('.not')) return true
  const kind = conditionFilters(area).filters[key]
  return kind !== undefined && kind !== 'flag' && hasPlain(kind)
}

/** A list's filters as a condition has them. */
export const whereOf = (
  area: AreaName,
  filters: Readonly<Record<string, readonly string[]>>,
): Where =>
  Object.fromEntries(
    Object.entries(filters).map(([key, values]) => [
      key,
      takesSeveral(area, key) ? [...values] : (values[0] ?? ''),
    ]),
  )
