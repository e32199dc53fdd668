import type { AreaName } from '@steward/contract/areas/areas'
import type { Field } from '@steward/contract/areas/field'
import { areaFields } from '@steward/contract/areas/listings'
import type { RowCondition, Where } from '@steward/contract/permissions/conditions'
import { t } from '@steward/i18n/reader'
import { useQueries } from '@tanstack/react-query'
import { recordIn } from '../../api/answers/record-in.ts'
import type { User } from '../../api/answers/records.ts'
import { call } from '../../api/client.ts'
import { rich } from '../../ui/format/rich.tsx'
import { askedFields, type FilterField } from '../../ui/list/definition/filter-fields.ts'
import type { Choice } from '../../ui/list/definition/list-definition.ts'
import { knownName, noteName } from '../../ui/list/filters/filter-names.ts'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { maxCategories, useCategoryFilter } from '../categories/category-choices.ts'
import { conditionDefinition } from './condition-definition.ts'
import { areaOfRule, conditionWords, filtersOf, permittedWords } from './condition-words.ts'
import { permissionText } from './permission-text.ts'
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
  const { known, unknown } = useNames(area, wheres)
  for (const choice of known) noteName(choice)
  return conditionWords(submodule, area, wheres, unknown)
}

/** A condition with its permission, with the names of what it names. */
export function PermittedText({ condition }: { condition: RowCondition }) {
  const area = areaOfRule(condition)
  if (!area) return permittedWords(condition)
  const { submodule, where } = condition
  return rich('{permission}: {rule}', {
    permission: permissionText(condition),
    rule: <ConditionText submodule={submodule} area={area} wheres={[where]} />,
  })
}

interface Names {
  known: Choice[]
  /** What is said of those whose names can't be had: they are gone, or the reader may not see them. */
  unknown: Choice[]
}

/** The names of the records and people that conditions have ids of, as far as they are loaded. */
function useNames(area: AreaName, wheres: readonly Where[]): Names {
  const fields: Readonly<Record<string, Field>> = areaFields[area]
  const asked = wheres.flatMap((where) => askedFields(conditionDefinition(area), filtersOf(where)))
  const idsWhere = (isOf: (field: FilterField<unknown>) => boolean) =>
    asked.flatMap(({ field, asked: { is = [], not = [] } }) => (isOf(field) ? [...is, ...not] : []))
  const idsOf = (of: string) => idsWhere(({ key }) => fields[key]?.of === of)
  const [ofCategories, ofRoles] = [idsOf('categories'), idsOf('roles')]
  const categories = useCategoryFilter(ofCategories.length > 0)
  const roles = useRoleFilter(ofRoles.length > 0)
  const people = usePeopleOf(idsWhere(({ kind }) => kind === 'person').filter((id) => id !== 'me'))
  const missing = (ids: readonly string[], loaded: readonly Choice[] | null) =>
    loaded ? ids.filter((id) => !loaded.some(({ value }) => value === id)) : []
  // Of more categories not all are loaded.
  const all = categories && categories.length < maxCategories ? categories : null
  return {
    known: [...(categories ?? []), ...(roles ?? []), ...people.known],
    unknown: [
      ...[...missing(ofCategories, all), ...missing(ofRoles, roles)].map(unknownChoice),
      ...people.unknown,
    ],
  }
}

// i18n: stands in place of a name; {id} is the beginning of what identifies the person or record
const unknownChoice = (id: string): Choice => ({
  value: id,
  label: t('unknown ({id}…)', { id: id.slice(0, 8) }),
})

function usePeopleOf(ids: readonly string[]): Names {
  const may = needsOf('users.details').some(useCan())
  const each = [...new Set(ids)]
  const found = useQueries({
    queries: each.map((id) => ({
      queryKey: ['users.details', { id }],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        recordIn<User>('users', await call('users.details', { params: { id }, signal })),
      enabled: may && knownName(id).length === 0,
      retry: false,
    })),
  })
  return {
    known: found.flatMap(({ data }) => (data?.name ? [{ value: data._id, label: data.name }] : [])),
    unknown: each.filter((_, at) => !may || found[at]?.isError).map(unknownChoice),
  }
}
