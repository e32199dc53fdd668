import type { AreaName } from '@steward/contract/areas/areas'
import type { Field } from '@steward/contract/areas/field'
import { areaFields } from '@steward/contract/areas/listings'
import type { Where } from '@steward/contract/permissions/conditions'
import { useQueries } from '@tanstack/react-query'
import { recordIn } from '../../api/answers/record-in.ts'
import type { User } from '../../api/answers/records.ts'
import { call } from '../../api/client.ts'
import { askedFields } from '../../ui/list/definition/filter-fields.ts'
import type { Choice } from '../../ui/list/definition/list-definition.ts'
import { knownName, noteName } from '../../ui/list/filters/filter-names.ts'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { useCategoryFilter } from '../categories/category-choices.ts'
import { conditionDefinition } from './condition-definition.ts'
import { conditionWords, filtersOf } from './condition-words.ts'
import { useRoleFilter } from './role-choices.ts'

/**
 * The rows that a permission is for, as a sentence with the names of what the conditions name: any one of `wheres` is
 * enough.
 */
export function ConditionText(props: {
  submodule: string
  area: AreaName
  wheres: readonly Where[]
}) {
  const { submodule, area, wheres } = props
  const names = useNames(area, wheres)
  for (const choice of names) noteName(choice)
  return conditionWords(submodule, area, wheres)
}

/** The names of the records and people that conditions have ids of, as far as they are loaded. */
function useNames(area: AreaName, wheres: readonly Where[]): readonly Choice[] {
  const fields: Readonly<Record<string, Field>> = areaFields[area]
  const asked = wheres.flatMap((where) => askedFields(conditionDefinition(area), filtersOf(where)))
  const names = (of: string) => asked.some(({ field }) => fields[field.key]?.of === of)
  const ids = asked.flatMap(({ field, asked: { is = [], not = [] } }) =>
    field.kind === 'person' ? [...is, ...not] : [],
  )
  const categories = useCategoryFilter(names('categories'))
  const roles = useRoleFilter(names('roles'))
  const people = usePeopleOf(ids.filter((id) => id !== 'me'))
  return [...(categories ?? []), ...(roles ?? []), ...people]
}

function usePeopleOf(ids: readonly string[]): Choice[] {
  const may = needsOf('users.details').some(useCan())
  const found = useQueries({
    queries: [...new Set(ids)].map((id) => ({
      queryKey: ['users.details', { id }],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        recordIn<User>('users', await call('users.details', { params: { id }, signal })),
      enabled: may && knownName(id).length === 0,
      retry: false,
    })),
  })
  return found.flatMap(({ data }) => (data?.name ? [{ value: data._id, label: data.name }] : []))
}
