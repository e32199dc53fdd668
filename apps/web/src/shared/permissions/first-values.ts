import { type Area, type AreaName, areas } from '@steward/contract/areas/areas'
import type { Field } from '@steward/contract/areas/field'
import { areaFields } from '@steward/contract/areas/listings'
import { conditionsOf, type Where } from '@steward/contract/permissions/conditions'
import type { Permission } from '@steward/contract/permissions/permissions'
import { t } from '@steward/i18n/reader'
import type { OwnLimits } from '../../ui/permissions/own-limits.ts'

/**
 * What a new record of an area has to meet, any one of them; undefined where it may be any.
 * @param submodule whose permissions the record is under, unless that is the area's own
 */
export const creationConditions = (
  limits: OwnLimits,
  area: AreaName,
  submodule: string = areas[area].title,
): readonly Where[] | undefined =>
  conditionsOf(limits, {
    module: areas[area].module,
    submodule,
    // i18n-ignore: the key of an action
    action: 'create',
  } as Permission)

/**
 * The values that a new record must have, as its form holds them: those of which a condition names exactly one.
 * @param me the `_id` of the person signed in, whom conditions call `me`; null where it is unknown
 */
export function firstValues(
  area: AreaName,
  wheres: readonly Where[] | undefined,
  me: string | null,
): Record<string, unknown> {
  const [where, ...others] = wheres ?? []
  if (!where || others.length > 0) return {}
  const { match, ...filters } = where
  const asked = Object.entries(filters)
  if (match === 'any' && asked.length > 1) return {}
  const fields: Readonly<Record<string, Field>> = areaFields[area]
  return Object.fromEntries(
    asked.flatMap(([name, values]) => {
      const [value, ...more] = [values].flat()
      const field = fields[name]
      if (!field?.editable || value === undefined || more.length > 0) return []
      const first = firstValue(area, field, value, me)
      return first === undefined ? [] : [[name, first]]
    }),
  )
}

/** A value of a filter as a form holds it; undefined where it isn't known how. */
function firstValue(area: AreaName, field: Field, value: string, me: string | null): unknown {
  const { statuses }: Area = areas[area]
  switch (field.kind) {
    case 'status':
      return statuses.includes(value) ? value : undefined
    case 'choice':
      return field.choices?.includes(value) ? value : undefined
    case 'currency':
      return value
    case 'reference':
      // Roles are chosen by id, as filters name them.
      return field.of === 'roles' ? value : undefined
    case 'flag':
      return value === 'true'
    case 'person':
    case 'namedPerson':
      // Of others the name isn't known.
      return value === 'me' && me !== null ? { id: me, name: t('Me') } : undefined
    default:
      return undefined
  }
}
